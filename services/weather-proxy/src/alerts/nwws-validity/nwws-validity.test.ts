import { verdictOn, type Listed, type ListPoll, type FeedEvent } from './nwws-validity.js';

const receivedAt = Date.parse('2026-11-23T00:12:10Z');
const seconds = (count: number) => receivedAt + count * 1_000;
const name = 'KLZK.TO.W.0042';
const counties = ['05085', '05119'];
const event: FeedEvent = {
  name,
  sent: receivedAt - 10_000,
  danger: 3,
  counties,
  ends: seconds(1_800),
  lastReceivedAt: receivedAt,
};
const poll = (after: number, sentAfter?: number, said: Partial<Listed> = {}): ListPoll => ({
  listed:
    sentAfter === undefined
      ? []
      : [
          {
            names: [name],
            sent: new Date(seconds(sentAfter)).toISOString(),
            danger: 3,
            counties,
            ends: false,
            ...said,
          },
        ],
  at: seconds(after),
  isComplete: true,
});
const twoParts: ListPoll = {
  ...poll(30),
  listed: counties.flatMap((fips) => poll(30, -10, { counties: [fips] }).listed),
};

it.each([
  ['stays in force while the list lacks the event', event, poll(120), 'standing'],
  ['stays in force while the list has only an older message', event, poll(120, -300), 'standing'],
  ['is confirmed by a listing of the same minute', event, poll(30, -10), 'confirmed'],
  ['is confirmed by a listing in parts', event, twoParts, 'confirmed'],
  [
    'stays in force while the listing of the same minute is less severe',
    event,
    poll(30, -10, { danger: 20 }),
    'standing',
  ],
  ['stays in force while the listing lacks a county', event, poll(30, -10, { counties: ['05119'] }), 'standing'],
  ['is confirmed when the list ends it', event, poll(30, -10, { ends: true, counties: [] }), 'confirmed'],
  ['is confirmed by a newer listing', event, poll(30, 60, { danger: 20, counties: [] }), 'confirmed'],
  ['is over when its end has passed', event, poll(1_801), 'over'],
  ['is over after ten minutes without a listing', event, poll(601), 'over'],
  ['is over after ten minutes without a newer listing', event, poll(601, -300), 'over'],
  ['stays in force while the feed repeats it', { ...event, lastReceivedAt: seconds(500) }, poll(601), 'standing'],
  ['stays in force right after the feed ended it', { ...event, endedAt: seconds(20) }, poll(40), 'standing'],
  ['is over when feed and list agree', { ...event, endedAt: seconds(20) }, poll(90), 'over'],
  ['stays in force when only the feed has ended it', { ...event, endedAt: seconds(20) }, poll(90, -300), 'standing'],
  ['stays in force while the list is unreadable', event, { ...poll(1_000), isComplete: false }, 'standing'],
])('an NWWS-OI message %s', (_what, result, seen, verdict) => {
  expect(verdictOn(result, seen)).toBe(verdict);
});
