import { verdictOn, type Listed, type ListLook, type OnWire } from './wire-standing.js';

const heardAt = Date.parse('2026-11-23T00:12:10Z');
const seconds = (count: number) => heardAt + count * 1_000;
const name = 'KLZK.TO.W.0042';
const counties = ['05085', '05119'];
const wire: OnWire = {
  ...{ name, sent: heardAt - 10_000, danger: 3, counties },
  ends: seconds(1_800),
  lastHeardAt: heardAt,
};
const look = (after: number, sentAfter?: number, said: Partial<Listed> = {}): ListLook => ({
  listed:
    sentAfter === undefined
      ? []
      : [
          {
            ...{ names: [name], sent: new Date(seconds(sentAfter)).toISOString(), danger: 3, counties, ends: false },
            ...said,
          },
        ],
  at: seconds(after),
  isWhole: true,
});
const twoParts: ListLook = {
  ...look(30),
  listed: counties.flatMap((fips) => look(30, -10, { counties: [fips] }).listed),
};

it.each([
  ['stays in force while the list lacks the event', wire, look(120), 'standing'],
  ['stays in force while the list has only an older message', wire, look(120, -300), 'standing'],
  ['is confirmed by a listing of the same minute', wire, look(30, -10), 'confirmed'],
  ['is confirmed by a listing in parts', wire, twoParts, 'confirmed'],
  [
    'stays in force while the listing of the same minute is less severe',
    wire,
    look(30, -10, { danger: 20 }),
    'standing',
  ],
  ['stays in force while the listing lacks a county', wire, look(30, -10, { counties: ['05119'] }), 'standing'],
  ['is confirmed when the list ends it', wire, look(30, -10, { ends: true, counties: [] }), 'confirmed'],
  ['is confirmed by a newer listing', wire, look(30, 60, { danger: 20, counties: [] }), 'confirmed'],
  ['is over when its end has passed', wire, look(1_801), 'over'],
  ['is over after ten minutes without a listing', wire, look(601), 'over'],
  ['is over after ten minutes without a newer listing', wire, look(601, -300), 'over'],
  ['stays in force while the feed repeats it', { ...wire, lastHeardAt: seconds(500) }, look(601), 'standing'],
  ['stays in force right after the feed ended it', { ...wire, endedAt: seconds(20) }, look(40), 'standing'],
  ['is over when feed and list agree', { ...wire, endedAt: seconds(20) }, look(90), 'over'],
  ['stays in force when only the feed has ended it', { ...wire, endedAt: seconds(20) }, look(90, -300), 'standing'],
  ['stays in force while the list is unreadable', wire, { ...look(1_000), isWhole: false }, 'standing'],
])('an NWWS-OI message %s', (_what, told, seen, verdict) => {
  expect(verdictOn(told, seen)).toBe(verdict);
});
