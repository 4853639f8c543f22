import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import fc from 'fast-check';
import { decide, type TrackedEvent, type PlannedDispatch } from './decide-dispatches.js';

const minuteMs = 60_000;
const begun = Date.parse('2026-04-03T23:12:00Z');
const at = (minutes: number) => new Date(begun + minutes * minuteMs).toISOString();
const pulaski = '05119';
const lonoke = '05085';
const saline = '05125';

const revision = (number: number, action: string, changes: Partial<AlertEvent> = {}): AlertEvent => ({
  sequence: number,
  eventKey: 'KLZK.TO.W.0042.2026',
  revision: number,
  action,
  event: 'Tornado Warning',
  severity: 'Extreme',
  counties: [pulaski],
  newCounties: [],
  replacedCounties: [],
  alertId: `urn:${number}`,
  threatStep: 0,
  sent: at(number),
  firstSeenAt: at(number),
  ends: at(45),
  headline: '',
  danger: 5,
  level: 'warning',
  badge: '',
  fromNwws: false,
  alreadyActive: false,
  ...changes,
});

/** The messages for each revision, in order of arrival. */
function play(events: readonly AlertEvent[], now = (event: AlertEvent) => Date.parse(event.sent) + 5_000) {
  let existing: TrackedEvent | undefined;
  return events.map((event) => {
    const decision = decide(event, existing, now(event));
    existing = decision.known;
    return decision.dispatch;
  });
}
const kinds = (dispatches: readonly (PlannedDispatch | undefined)[]) =>
  dispatches.map((dispatch) => dispatch?.kind ?? '-');

describe('a revision', () => {
  it('is sent to all when the event is new, and not when it merely continues', () => {
    const dispatches = play([revision(1, 'NEW'), revision(2, 'CON'), revision(3, 'COR')]);
    expect(kinds(dispatches)).toEqual(['new', '-', '-']);
    expect(dispatches[0]).toMatchObject({ audience: 'all', counties: [pulaski] });
  });

  it('with more counties is sent to the new ones', () => {
    const dispatches = play([revision(1, 'NEW'), revision(2, 'EXA', { counties: [pulaski, lonoke] })]);
    expect(dispatches[1]).toEqual({ kind: 'grown', audience: 'not_notified', counties: [lonoke] });
  });

  it('is sent to all again when the threat is higher than ever, once per step', () => {
    const steps = [0, 1, 0, 1, 3, 2, 3];
    const dispatches = play(
      steps.map((threatStep, index) => revision(index + 1, index ? 'CON' : 'NEW', { threatStep })),
    );
    expect(kinds(dispatches)).toEqual(['new', 'raised', '-', '-', 'raised', '-', '-']);
    expect(dispatches[1]).toMatchObject({ audience: 'all' });
  });

  it('that moves the end by an hour or more is sent silently, even if it took several steps', () => {
    const ends = [45, 75, 104, 105, 150];
    const dispatches = play(ends.map((end, index) => revision(index + 1, index ? 'EXT' : 'NEW', { ends: at(end) })));
    expect(kinds(dispatches)).toEqual(['new', '-', '-', 'quiet', '-']);
    expect(dispatches[3]).toMatchObject({ audience: 'notified' });
  });

  it('without a county that another event replaces there is silent about it, also later', () => {
    const both = { counties: [pulaski, saline] };
    const dispatches = play([
      revision(1, 'NEW', both),
      revision(2, 'CON', { counties: [pulaski], replacedCounties: [saline] }),
      revision(3, 'CON', { counties: [pulaski] }),
    ]);
    expect(kinds(dispatches)).toEqual(['new', '-', '-']);
  });

  it('announces only the canceled ones of the counties that it leaves', () => {
    const dispatches = play([
      revision(1, 'NEW', { counties: [pulaski, saline, lonoke] }),
      revision(2, 'CON', { counties: [pulaski], replacedCounties: [saline] }),
      revision(3, 'CON', { counties: [pulaski] }),
    ]);
    expect(dispatches[1]).toEqual({ kind: 'ended', audience: 'notified', counties: [lonoke] });
    expect(dispatches[2]).toBeUndefined();
  });

  it.each(['CAN', 'END', 'UNLISTED'])(
    'that ends it early (%s) is sent silently to those already notified',
    (action) => {
      const dispatches = play([revision(1, 'NEW', { counties: [pulaski, saline] }), revision(2, action)]);
      expect(dispatches[1]).toEqual({ kind: 'ended', audience: 'notified', counties: [pulaski, saline] });
    },
  );

  it.each([
    ['an end that has passed', revision(2, 'END', { sent: at(46) })],
    ['an expiry', revision(2, 'EXP')],
    ['an upgrade, whose new event tells itself', revision(2, 'UPG')],
  ])('is not sent: %s', (_what, ending) => {
    expect(kinds(play([revision(1, 'NEW'), ending]))).toEqual(['new', '-']);
  });

  it.each(['CAN', 'UNLISTED'])('is sent to all when the event is in effect again after %s', (action) => {
    const dispatches = play([revision(1, 'NEW'), revision(2, action), revision(3, 'CON')]);
    expect(kinds(dispatches)).toEqual(['new', 'ended', 'new']);
  });

  it.each(['EXP', 'END'])('of an unlisted event is not sent again when the event ends (%s)', (action) => {
    expect(kinds(play([revision(1, 'NEW'), revision(2, 'UNLISTED'), revision(3, action)]))).toEqual([
      'new',
      'ended',
      '-',
    ]);
  });
});

describe('a county that an event leaves while it goes on for others', () => {
  const both = revision(1, 'NEW', { counties: [pulaski, saline] });
  const left = revision(2, 'CON', { counties: [pulaski] });

  it('has a silent message to those notified, once', () => {
    const dispatches = play([both, left, revision(3, 'CON', { counties: [pulaski] })]);
    expect(kinds(dispatches)).toEqual(['new', 'ended', '-']);
    expect(dispatches[1]).toEqual({ kind: 'ended', audience: 'notified', counties: [saline] });
  });

  it('is not among the counties whose end is announced later', () => {
    const dispatches = play([both, left, revision(3, 'CAN', { counties: [pulaski] })]);
    expect(dispatches[2]).toEqual({ kind: 'ended', audience: 'notified', counties: [pulaski] });
  });

  it.each(['EXA', 'EXB', 'CON'])('is announced to all again when it comes back (%s)', (action) => {
    const back = revision(3, action, { counties: [pulaski, saline], newCounties: [saline] });
    const dispatches = play([both, left, back, revision(4, 'CON', { counties: [pulaski, saline] })]);
    expect(kinds(dispatches)).toEqual(['new', 'ended', 'grown', '-']);
    expect(dispatches[2]).toEqual({ kind: 'grown', audience: 'all', counties: [saline] });
  });

  it('waits for a message to more readers', () => {
    const raised = revision(2, 'CON', { counties: [pulaski], threatStep: 2 });
    const dispatches = play([both, raised, revision(3, 'CON', { counties: [pulaski], threatStep: 2 })]);
    expect(kinds(dispatches)).toEqual(['new', 'raised', 'ended']);
    const moved = play([
      both,
      revision(2, 'EXT', { counties: [pulaski], ends: at(150) }),
      revision(3, 'CON', { counties: [pulaski], ends: at(150) }),
    ]);
    expect(kinds(moved)).toEqual(['new', 'ended', 'quiet']);
  });

  it('is announced if its end came too late to send, and the event returns as a whole', () => {
    const dispatches = play([both, revision(2, 'CAN'), revision(3, 'CON', { counties: [saline] })]);
    expect(dispatches[2]).toEqual({ kind: 'new', audience: 'all', counties: [saline] });
  });
});

describe('a later period', () => {
  const watch = (number: number, action: string, changes: Partial<AlertEvent> = {}) =>
    revision(number, action, { event: 'Freeze Watch', level: 'watch', danger: 70, ends: at(1_200), ...changes });

  it('is announced to all in its counties, once, with new counties', () => {
    const later = { ends: at(2_640), counties: [pulaski, saline, lonoke] };
    const dispatches = play([
      watch(1, 'NEW', { counties: [pulaski, saline] }),
      watch(2, 'CON', { ...later, newCounties: [pulaski, lonoke] }),
      watch(3, 'CON', later),
    ]);
    expect(kinds(dispatches)).toEqual(['new', 'new', '-']);
    expect(dispatches[1]).toEqual({ kind: 'new', audience: 'all', counties: [pulaski, lonoke] });
  });
});

describe('an event without VTEC that is renewed after its end', () => {
  const statement = (number: number, action: string, changes: Partial<AlertEvent> = {}) =>
    revision(number, action, {
      eventKey: 'X0123456789abcdef0123',
      event: 'Special Weather Statement',
      level: 'statement',
      danger: 90,
      ...changes,
    });
  const expiry = statement(2, 'EXP', { sent: at(45) });

  it('continues within an hour', () => {
    const renewal = statement(3, 'CON', { sent: at(47), ends: at(80) });
    expect(kinds(play([statement(1, 'NEW'), expiry, renewal]))).toEqual(['new', '-', '-']);
    const longer = statement(3, 'CON', { sent: at(47), ends: at(120) });
    expect(kinds(play([statement(1, 'NEW'), expiry, longer]))).toEqual(['new', '-', 'quiet']);
    const grown = statement(3, 'CON', { sent: at(47), ends: at(80), counties: [pulaski, saline] });
    expect(play([statement(1, 'NEW'), expiry, grown])[2]).toMatchObject({ kind: 'grown', counties: [saline] });
  });

  it.each([
    ['later than that', statement(3, 'CON', { sent: at(106), ends: at(180) }), expiry],
    ['with a new number', statement(3, 'NEW', { sent: at(47), ends: at(80) }), expiry],
    ['with VTEC', revision(3, 'EXT', { sent: at(47), ends: at(80) }), revision(2, 'EXP', { sent: at(45) })],
    ['canceled before', statement(3, 'CON', { sent: at(47), ends: at(80) }), statement(2, 'CAN', { sent: at(30) })],
  ])('is announced again: %s', (_what, renewal, ending) => {
    const { eventKey } = renewal;
    expect(kinds(play([statement(1, 'NEW', { eventKey }), ending, renewal])).at(-1)).toBe('new');
  });
});

describe('a late revision', () => {
  const timeout = (minutes: number) => (event: AlertEvent) => Date.parse(event.sent) + minutes * minuteMs;
  const ofEvent = (event: string, level: string) => revision(1, 'NEW', { event, level, ends: at(24 * 60) });

  it.each([
    ['Tornado Warning', 'warning', 10],
    ['Flash Flood Warning', 'warning', 10],
    ['Severe Thunderstorm Warning', 'warning', 60],
    ['Tornado Watch', 'watch', 120],
    ['Wind Advisory', 'advisory', 60],
  ])('is recorded but not sent: %s', (event, level, minutes) => {
    expect(kinds(play([ofEvent(event, level)], timeout(minutes)))).toEqual(['new']);
    expect(kinds(play([ofEvent(event, level)], timeout(minutes + 1)))).toEqual(['-']);
  });

  it('is not sent after its end or with a time in the future', () => {
    expect(kinds(play([revision(1, 'NEW', { ends: at(2) })], timeout(3)))).toEqual(['-']);
    expect(kinds(play([revision(1, 'NEW')], timeout(-61)))).toEqual(['-']);
  });

  it('is sent with the next message of an urgent event', () => {
    const times = new Map([
      [1, at(15)],
      [2, at(16)],
    ]);
    const now = ({ revision: number }: AlertEvent) => Date.parse(times.get(number) ?? '');
    const tornado = [revision(1, 'NEW'), revision(2, 'CON', { sent: at(15) })];
    expect(kinds(play(tornado, now))).toEqual(['-', 'new']);
    const advisory = { event: 'Wind Advisory', level: 'advisory', danger: 80, ends: at(600) };
    const old = [revision(1, 'NEW', { ...advisory, sent: at(-90) }), revision(2, 'CON', { ...advisory, sent: at(15) })];
    expect(kinds(play(old, now))).toEqual(['-', '-']);
  });
});

/** An event's revisions from 1, possibly ended. */
const aLife = fc
  .array(
    fc.record({
      action: fc.constantFrom('CON', 'EXT', 'EXA', 'EXB', 'COR'),
      threatStep: fc.integer({ min: 0, max: 3 }),
      counties: fc.subarray([pulaski, lonoke, saline], { minLength: 1 }),
      end: fc.integer({ min: 30, max: 300 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .chain((parts) =>
    fc.constantFrom('', 'CAN', 'EXP', 'UPG', 'END', 'UNLISTED').map((ending) => {
      const life = parts.map(({ action, end, ...part }, index) =>
        // Within a few minutes, so that none is too old to send.
        revision(index + 1, index ? action : 'NEW', { ...part, ends: at(end), sent: at(index / 10) }),
      );
      return ending ? [...life, revision(life.length + 1, ending, { sent: at(1) })] : life;
    }),
  );

/** Reordered, repeated and partially lost. */
const disturbed = aLife.chain((life) =>
  fc.array(fc.constantFrom(...life), { maxLength: 30 }).map((messages) => ({ life, messages })),
);

/** Each device's messages, by county and at most once, as `dispatches/reserve-batch.ts` decides. */
function deliver(messages: readonly AlertEvent[]) {
  const devices = [pulaski, lonoke, saline].map((county) => ({
    county,
    notified: 0,
    got: [] as { step: string; revision: number }[],
  }));
  let existing: TrackedEvent | undefined;
  for (const event of messages) {
    const { dispatch, known: after } = decide(event, existing, begun + 2 * minuteMs);
    existing = after;
    for (const device of dispatch ? devices.filter(({ county }) => dispatch.counties.includes(county)) : []) {
      if (!dispatch || device.notified >= event.revision) continue;
      if (dispatch.audience === 'not_notified' && device.notified > 0) continue;
      if (dispatch.audience === 'notified' && device.notified === 0) continue;
      device.notified = event.revision;
      const steps = {
        new: 'first',
        grown: 'first',
        raised: `raised to ${event.threatStep}`,
        quiet: `until ${event.ends}`,
        ended: 'ended',
      };
      device.got.push({ step: steps[dispatch.kind], revision: event.revision });
    }
  }
  return devices;
}

describe('revisions in any order and number', () => {
  it('reach each device with rising revisions, at most once per step', () => {
    fc.assert(
      fc.property(disturbed, ({ messages }) => {
        for (const { got } of deliver(messages)) {
          const revisions = got.map(({ revision: number }) => number);
          expect(revisions).toEqual([...new Set(revisions)].toSorted((left, right) => left - right));
          const steps = got.map(({ step }) => step);
          const raised = steps.filter((step) => step.startsWith('raised'));
          expect(new Set(raised).size).toBe(raised.length);
          // A released county may come back, and be released again.
          let isInForce = false;
          for (const step of steps) {
            if (step === 'first') expect(isInForce).toBe(false);
            if (step === 'ended') expect(isInForce).toBe(true);
            isInForce = step !== 'ended';
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('reach each device in the area of the first message, with the highest threat', () => {
    fc.assert(
      fc.property(aLife, (life) => {
        const devices = deliver(
          life.filter(({ action }) => !['CAN', 'EXP', 'UPG', 'END', 'UNLISTED'].includes(action)),
        );
        for (const { county, got } of devices) {
          const named = life.some(({ counties, action }) => counties.includes(county) && action !== 'CAN');
          const isInFirst = life[0]?.counties.includes(county);
          if (isInFirst) expect(got[0]?.step).toBe('first');
          if (!named) expect(got).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('change nothing when repeated', () => {
    fc.assert(
      fc.property(aLife, (life) => {
        expect(deliver([...life, ...life])).toEqual(deliver(life));
      }),
    );
  });
});
