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
  ['stands while the list has nothing yet', wire, look(120), 'standing'],
  ['stands while the list says something older', wire, look(120, -300), 'standing'],
  ['is confirmed when the list says something of the same minute', wire, look(30, -10), 'confirmed'],
  ['is confirmed when the list says it in parts', wire, twoParts, 'confirmed'],
  ['stands while the list has less of the same minute', wire, look(30, -10, { danger: 20 }), 'standing'],
  ['stands while the list lacks a county', wire, look(30, -10, { counties: ['05119'] }), 'standing'],
  ['is confirmed when the list ends it', wire, look(30, -10, { ends: true, counties: [] }), 'confirmed'],
  ['is confirmed when the list says something newer', wire, look(30, 60, { danger: 20, counties: [] }), 'confirmed'],
  ['is over when its end has passed', wire, look(1_801), 'over'],
  ['is over when the list has said nothing for ten minutes', wire, look(601), 'over'],
  ['is over when the list has said nothing newer for ten minutes', wire, look(601, -300), 'over'],
  ['stands as long as the wire goes on telling it', { ...wire, lastHeardAt: seconds(500) }, look(601), 'standing'],
  ['stands right after the wire has ended it', { ...wire, endedAt: seconds(20) }, look(40), 'standing'],
  ['is over when wire and list agree that it is', { ...wire, endedAt: seconds(20) }, look(90), 'over'],
  [
    'stands when the wire has ended it and the list has not',
    { ...wire, endedAt: seconds(20) },
    look(90, -300),
    'standing',
  ],
  ['stands while the list cannot be read', wire, { ...look(1_000), isWhole: false }, 'standing'],
])('what the wire told %s', (_what, told, seen, verdict) => {
  expect(verdictOn(told, seen)).toBe(verdict);
});
