import { status } from '@grpc/grpc-js';
import type { ListRecentEventsResponse } from '@site/proto/gen/nest/weather/v1/alert_events';
import { until } from '@site/platform/testing/until';
import { capAlert, type CapAlert } from '../../../../simulator/cap.js';
import { outbreakAt } from '../../../../simulator/outbreak.js';
import { TestClock, WeatherBench, type Weather } from '../testing/weather.js';

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
// The first poll may precede a test's alerts.
beforeEach(() => bench.simulator.setAlerts([]));
afterEach(() => bench.reset());
afterAll(() => bench.close());

const minuteMs = 60_000;
/** Equal from list to list. */
const begun = Date.now();
const fromNow = (minutes: number) => new Date(begun + minutes * minuteMs);
const year = new Date().getUTCFullYear();
const pulaski = '05119';
const lonoke = '05085';

const warning = (revision: number, action: string, changes: Partial<CapAlert> = {}) =>
  capAlert({
    id: `urn:oid:tornado.${revision}`,
    event: 'Tornado Warning',
    sent: fromNow(revision - 10),
    onset: fromNow(-9),
    ends: fromNow(30),
    vtec: `O.${action}.KLZK.TO.W.0042`,
    counties: [pulaski],
    references: Array.from({ length: revision - 1 }, (_unused, index) => `urn:oid:tornado.${index + 1}`),
    severity: 'Extreme',
    parameters: { tornadoDetection: ['RADAR INDICATED'] },
    ...changes,
  });
const key = `KLZK.TO.W.0042.${year}`;

async function play(weather: Weather, ...features: unknown[]): Promise<void> {
  bench.simulator.setAlerts(features);
  const requested = (await weather.alerts()).version + 1;
  await until('a poll of the list', async () => {
    const { ok, version } = await weather.alerts();
    return ok && version > requested;
  });
}

describe('an event', () => {
  it('is one event from its first message to the end, with the changes of each revision', async () => {
    const weather = await bench.start();
    await play(weather, warning(1, 'NEW'));
    await play(weather, warning(2, 'CON', { parameters: { tornadoDetection: ['OBSERVED'] } }));
    const emergency = { tornadoDetection: ['OBSERVED'], tornadoDamageThreat: ['CATASTROPHIC'] };
    await play(weather, warning(3, 'EXT', { parameters: emergency, ends: fromNow(45), counties: [pulaski, lonoke] }));
    expect((await weather.alerts()).alerts).toMatchObject([
      { eventKey: key, revision: 3, badge: 'Tornado emergency', level: 'emergency', counties: [pulaski, lonoke] },
    ]);
    await play(weather, warning(4, 'CAN', { messageType: 'Cancel', counties: [pulaski, lonoke] }));
    expect((await weather.alerts()).alerts).toEqual([]);

    const event = await weather.event(key);
    expect(event).toMatchObject({ eventKey: key, event: 'Tornado Warning', active: false, endedBy: 'cancelled' });
    expect(event.revisions.map(({ revision, action }) => [revision, action])).toEqual([
      [4, 'CAN'],
      [3, 'EXT'],
      [2, 'CON'],
      [1, 'NEW'],
    ]);
    const [end, third, second, first] = event.revisions;
    expect(first?.changes).toEqual([]);
    expect(second?.changes).toEqual(['Now more dangerous: tornado on the ground', 'Tornado now observed']);
    expect(third?.changes).toEqual([
      'Now more dangerous: tornado emergency',
      expect.stringMatching(/^Now until \w{3} \d+:\d\d [AP]M C[SD]T$/),
      'Now also for Lonoke County',
    ]);
    expect(end?.changes).toEqual(['Canceled before its end']);
    expect(third?.alerts).toMatchObject([{ id: 'urn:oid:tornado.3', eventKey: key }]);
  });

  it('is offered to editors while in force and for seven days after its end', async () => {
    const weather = await bench.start();
    const editor = { id: 'e-1', name: 'Ed Editor', role: 'editor', clientAddress: '192.0.2.1' } as const;
    const recent = async () =>
      (
        await weather.service.call<ListRecentEventsResponse>(
          'weather.v1.AlertEventsService',
          'listRecentEvents',
          {},
          editor,
        )
      ).events;
    await play(weather, warning(1, 'NEW'));
    const [active] = await recent();
    expect(active).toMatchObject({
      eventKey: key,
      event: 'Tornado Warning',
      areas: expect.stringMatching(/\w/) as string,
    });
    expect(active?.endedAt).toBeUndefined();
    await play(weather, warning(2, 'CAN', { messageType: 'Cancel' }));
    const [ended] = await recent();
    expect(ended).toMatchObject({ eventKey: key, areas: active?.areas, endedAt: expect.any(String) as string });
    const end = (days: number) =>
      bench.database.dataSource.query(`UPDATE alert_event_heads SET ended_at = now() - make_interval(days => $1)`, [
        days,
      ]);
    await end(6);
    await expect(recent()).resolves.toHaveLength(1);
    await end(8);
    await expect(recent()).resolves.toEqual([]);
  });

  it('is found by any of its messages, after a restart and after leaving the list', async () => {
    const weather = await bench.start();
    await play(weather, warning(3, 'CON'));
    await play(weather, warning(4, 'CON'));
    await bench.stop(weather);
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    const repeated = await bench.start();
    for (const revision of [1, 2, 3, 4])
      expect(await repeated.event(`urn:oid:tornado.${revision}`)).toMatchObject({ eventKey: key, active: true });
    for (const unknown of ['urn:oid:nothing', '\0'])
      await expect(repeated.event(unknown)).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('is unlisted after two complete lists without it, and listed again when a later one has it', async () => {
    const weather = await bench.start();
    await play(weather, warning(1, 'NEW'));
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    await until('a failed poll', async () => !(await weather.alerts()).ok);
    expect(await weather.event(key)).toMatchObject({ active: true });
    bench.simulator.setMode('nws', { mode: 'ok' });
    bench.simulator.setAlerts([]);
    const unlisted = await until('its detected absence', async () => {
      const event = await weather.event(key);
      return event.unlistedSince ? event : undefined;
    });
    expect(unlisted).toMatchObject({ active: true, endedBy: '' });
    expect(unlisted.revisions[0]).toMatchObject({ action: 'UNLISTED', alerts: [{ event: 'Tornado Warning' }] });
    const list = await weather.alerts();
    expect(list.alerts).toEqual([]);
    expect(list.unlisted).toMatchObject([{ eventKey: key, unlistedSince: unlisted.unlistedSince }]);
    await play(weather, warning(1, 'NEW'));
    const repeated = await until('the listing', async () => {
      const event = await weather.event(key);
      return event.unlistedSince ? undefined : event;
    });
    expect(repeated.revisions[0]).toMatchObject({ action: 'CON', changes: ['Listed again'] });
  });

  describe('an unlisted event', () => {
    /** Returns the event once the proxy has noticed that its warning left the list. */
    const unlist = async (weather: Weather, alert: ReturnType<typeof capAlert>, name = key) => {
      await play(weather, alert);
      bench.simulator.setAlerts([]);
      return until('its detected absence', async () => {
        const event = await weather.event(name);
        return event.unlistedSince ? event : undefined;
      });
    };
    /** Moves the upstream clock and waits for two polls. */
    const jump = async (weather: Weather, minutes: number) => {
      bench.simulator.setMode('nws', { mode: 'ok', clock_ahead_s: minutes * 60 });
      const jumped = await until('the jump', async () => {
        const { sourceTime = '', version } = await weather.alerts();
        return Date.parse(sourceTime) > begun + (minutes - 1) * minuteMs ? version : undefined;
      });
      await until('two more polls', async () => (await weather.alerts()).version > jumped + 1);
    };

    it('is in effect for its counties until its end, and then expires', async () => {
      const weather = await bench.start();
      await unlist(weather, warning(1, 'NEW'));
      expect((await weather.eventsAfter(0)).map(({ action }) => action)).toEqual(['NEW', 'UNLISTED']);
      expect(await weather.eventsAt(pulaski, fromNow(10).toISOString())).toMatchObject([{ action: 'UNLISTED' }]);
      await jump(weather, 20);
      expect(await weather.event(key)).toMatchObject({ active: true, endedBy: '' });
      expect((await weather.alerts()).unlisted).toMatchObject([{ eventKey: key }]);
      await jump(weather, 31);
      const expired = await weather.event(key);
      expect(expired).toMatchObject({ active: false, endedBy: 'expired', endedAt: expired.revisions[0]?.sent });
      expect(Math.abs(Date.parse(expired.endedAt ?? '') - fromNow(30).getTime())).toBeLessThan(1_000);
      expect(expired).not.toHaveProperty('unlistedSince');
      expect(expired.revisions.map(({ action }) => action)).toEqual(['EXP', 'UNLISTED', 'NEW']);
      expect((await weather.alerts()).unlisted ?? []).toEqual([]);
      expect(await weather.eventsAt(pulaski, fromNow(31).toISOString())).toEqual([]);
    });

    it('expires at its end even while the upstream is unreachable', async () => {
      const weather = await bench.start();
      await unlist(weather, warning(1, 'NEW'));
      bench.simulator.setMode('nws', { mode: 'http', status: 500 });
      weather.clock.advance(31 * minuteMs);
      const expired = await weather.event(key);
      expect(expired).toMatchObject({ active: false, endedBy: 'expired' });
      expect(expired).not.toHaveProperty('unlistedSince');
      expect((await weather.alerts()).unlisted ?? []).toEqual([]);
    });

    it('is ended by a late cancellation', async () => {
      const weather = await bench.start();
      await unlist(weather, warning(1, 'NEW'));
      await play(weather, warning(2, 'CAN', { messageType: 'Cancel' }));
      const canceled = await weather.event(key);
      expect(canceled).toMatchObject({ active: false, endedBy: 'cancelled' });
      expect(canceled.revisions.map(({ action }) => action)).toEqual(['CAN', 'UNLISTED', 'NEW']);
      expect((await weather.alerts()).unlisted ?? []).toEqual([]);
    });

    it('is closed after one day, not earlier, when it has no end time', async () => {
      const flood = { id: 'urn:oid:flood', event: 'Flood Warning', vtec: 'O.NEW.KLZK.FL.W.0011', counties: [pulaski] };
      const name = `KLZK.FL.W.0011.${year}`;
      const weather = await bench.start();
      const { unlistedSince } = await unlist(weather, capAlert({ ...flood, sent: fromNow(-10) }), name);
      await jump(weather, 23 * 60 + 50);
      expect(await weather.event(name)).toMatchObject({ active: true, endedBy: '', unlistedSince });
      await jump(weather, 24 * 60 + 5);
      const closed = await weather.event(name);
      expect(closed).toMatchObject({ active: false, endedBy: 'ended', endedAt: unlistedSince });
      expect(closed.revisions[0]).toMatchObject({ action: 'END', changes: ['Closed: no longer listed for a day'] });
      expect((await weather.alerts()).unlisted ?? []).toEqual([]);
    });
  });

  it('is over once its end has passed, even while the upstream is unreachable', async () => {
    const weather = await bench.start();
    await play(weather, warning(1, 'NEW'));
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    weather.clock.advance(31 * minuteMs);
    expect(await weather.event(key)).toMatchObject({ active: false, endedBy: 'expired' });
  });

  it('without VTEC is identified by its chain of references, or by content and area', async () => {
    const weather = await bench.start();
    const statement = (id: string, changes: Partial<CapAlert> = {}) =>
      capAlert({
        id,
        event: 'Special Weather Statement',
        sent: fromNow(-5),
        ends: fromNow(40),
        counties: [pulaski],
        severity: 'Moderate',
        ...changes,
      });
    await play(weather, statement('urn:oid:a1'));
    const [first] = (await weather.alerts()).alerts;
    await play(weather, statement('urn:oid:a2', { references: ['urn:oid:a1'], ends: fromNow(60), sent: fromNow(-1) }));
    const [second] = (await weather.alerts()).alerts;
    expect(second).toMatchObject({ id: 'urn:oid:a2', eventKey: first?.eventKey, revision: 2 });
    // Equal messages for one area without references are one event.
    const same = { sent: fromNow(-3), onset: fromNow(-3), ends: fromNow(90), counties: [lonoke] };
    await play(weather, statement('urn:oid:b1', same), statement('urn:oid:b2', same), statement('urn:oid:b3', same));
    const keys = (await weather.alerts()).alerts.map(({ eventKey }) => eventKey);
    expect(new Set(keys).size).toBe(1);
  });

  it('with several parts is one event, and canceling a part leaves the others', async () => {
    const weather = await bench.start();
    const part = (id: string, zones: string[], action: string, sent: number) =>
      capAlert({
        id,
        event: 'Winter Storm Warning',
        sent: fromNow(sent),
        ends: fromNow(600),
        vtec: `O.${action}.KLZK.WS.W.0002`,
        zones,
        same: [],
      });
    await play(weather, part('urn:oid:w1', ['ARZ044'], 'NEW', -5), part('urn:oid:w2', ['ARZ045'], 'NEW', -5));
    const wsw = `KLZK.WS.W.0002.${year}`;
    expect((await weather.event(wsw)).revisions[0]?.alerts).toHaveLength(2);
    await play(weather, part('urn:oid:w3', ['ARZ044'], 'CAN', -1), part('urn:oid:w2', ['ARZ045'], 'NEW', -5));
    const event = await weather.event(wsw);
    expect(event.active).toBe(true);
    expect(event.revisions[0]).toMatchObject({ revision: 2, changes: ['No longer for Pulaski County'] });
    expect(await weather.event('urn:oid:w3')).toMatchObject({ eventKey: wsw });
  });

  it('names its replacement when it is upgraded', async () => {
    const weather = await bench.start();
    const start = fromNow(-7);
    await play(weather, ...outbreakAt(start, 7));
    await play(weather, ...outbreakAt(start, 9));
    const watch = await weather.event(`KLZK.WS.A.0003.${year}`);
    expect(watch).toMatchObject({ active: false, endedBy: 'upgraded', successorKey: `KLZK.WS.W.0002.${year}` });
    expect(watch.revisions.map(({ alerts }) => alerts.map(({ event }) => event))).toEqual([[], ['Winter Storm Watch']]);
  });
});

describe('the feed of event changes', () => {
  it('returns each change once, starting after a sequence number', async () => {
    const weather = await bench.start();
    await play(weather, warning(1, 'NEW'));
    const first = await weather.eventsAfter(0);
    expect(first).toMatchObject([
      { eventKey: key, revision: 1, action: 'NEW', counties: [pulaski], newCounties: [pulaski], threatStep: 0 },
    ]);
    expect(first[0]?.text).toBe('A Tornado Warning is in effect.\n\nTake cover now.');
    await play(
      weather,
      warning(2, 'EXA', { counties: [pulaski, lonoke], parameters: { tornadoDetection: ['OBSERVED'] } }),
    );
    const next = await weather.eventsAfter(first[0]?.sequence ?? 0);
    expect(next).toMatchObject([{ revision: 2, action: 'EXA', newCounties: [lonoke], threatStep: 1 }]);
    expect(await weather.eventsAfter(next[0]?.sequence ?? 0)).toEqual([]);
    await expect(weather.eventsAfter(-1)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });

  it('marks events that began before the first poll, or before the first one after an outage or a long restart', async () => {
    const one = (number: number, revision = 1) =>
      capAlert({
        id: `urn:oid:one.${number}.${revision}`,
        event: 'Tornado Warning',
        counties: [pulaski],
        sent: fromNow(revision - 10),
        ends: fromNow(60),
        vtec: `O.${revision > 1 ? 'CON' : 'NEW'}.KLZK.TO.W.000${number}`,
      });
    const marks = async (weather: Weather) =>
      (await weather.eventsAfter(0)).map(({ eventKey, revision, alreadyActive }) => [
        Number(eventKey.split('.')[3]),
        revision,
        alreadyActive,
      ]);
    const seen = [[1, 1, true]];
    const expectSeen = async (weather: Weather, ...further: [number, number, boolean][]) => {
      seen.push(...further);
      await until('the event', async () => (await marks(weather)).length === seen.length);
      expect(await marks(weather)).toEqual(seen);
    };

    bench.simulator.setAlerts([one(1)]);
    const weather = await bench.start();
    await expectSeen(weather);
    bench.simulator.setAlerts([one(1), one(2)]);
    await expectSeen(weather, [2, 1, false]);

    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    await until('a failed poll', async () => !(await weather.alerts()).ok);
    bench.simulator.setAlerts([one(1), one(2, 2), one(3)]);
    bench.simulator.setMode('nws', { mode: 'ok', clock_ahead_s: 150 });
    await expectSeen(weather, [2, 2, false], [3, 1, true]);

    await bench.stop(weather);
    bench.simulator.setAlerts([one(1), one(2, 2), one(3), one(4)]);
    const soon = await bench.start();
    await expectSeen(soon, [4, 1, false]);
    await bench.stop(soon);
    bench.simulator.setMode('nws', { mode: 'ok', clock_ahead_s: 300 });
    bench.simulator.setAlerts([one(1), one(2, 2), one(3), one(4), one(5)]);
    await expectSeen(await bench.start(), [5, 1, true]);
  });

  it('returns what was in force for a county at a moment', async () => {
    const weather = await bench.start();
    await play(weather, warning(1, 'NEW'));
    await play(weather, warning(2, 'EXA', { counties: [pulaski, lonoke] }));
    const cancellation: Partial<CapAlert> = { messageType: 'Cancel', sent: fromNow(-1), counties: [pulaski, lonoke] };
    await play(weather, warning(3, 'CAN', cancellation));
    await until('the end', async () => !(await weather.event(key)).active);
    const at = async (county: string, minutes: number) =>
      (await weather.eventsAt(county, fromNow(minutes).toISOString())).map(({ revision }) => revision);
    expect(await at(pulaski, -20)).toEqual([]);
    expect(await at(pulaski, -8.5)).toEqual([1]);
    expect(await at(lonoke, -8.5)).toEqual([]);
    expect(await at(lonoke, -5)).toEqual([2]);
    expect(await at(pulaski, (Date.now() - begun) / minuteMs + 1)).toEqual([]);
    await expect(weather.eventsAt('48201', 'yesterday')).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });
});

it('removes events two years after their end, not earlier', async () => {
  const days = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
  const remember = async (eventKey: string, endedAt: string) => {
    await bench.database.dataSource.query(
      `INSERT INTO alert_event_heads (event_key, event, revision, digest, missed_polls, began_at, last_seen_at, ended_at, ended_by)
       VALUES ($1, 'Flood Warning', 1, '', 0, $2, $2, $2, 'ended')`,
      [eventKey, endedAt],
    );
    await bench.database.dataSource.query(
      `INSERT INTO alert_messages (alert_id, event_key, first_seen_at) VALUES ('urn:oid:' || $1, $1, $2)`,
      [eventKey, endedAt],
    );
  };
  await remember('KLZK.FL.W.0001.2020', days(800));
  await remember('KLZK.FL.W.0002.2020', days(700));
  const weather = await bench.start();
  await until('the removal of the old event', async () => {
    const found = await weather.event('urn:oid:KLZK.FL.W.0001.2020').catch((error: { code: number }) => error.code);
    return found === status.NOT_FOUND;
  });
  expect(await weather.event('urn:oid:KLZK.FL.W.0002.2020')).toMatchObject({ eventKey: 'KLZK.FL.W.0002.2020' });
});

describe('the time of alerts', () => {
  it.each([45, -45])('uses the upstream clock on a machine whose clock is %s minutes off', async (minutes) => {
    bench.simulator.setAlerts([
      warning(1, 'NEW', { ends: fromNow(5) }),
      capAlert({
        id: 'urn:oid:later',
        event: 'Wind Advisory',
        severity: 'Moderate',
        sent: fromNow(-60),
        onset: fromNow(20),
        ends: fromNow(90),
        vtec: 'O.NEW.KLZK.WI.Y.0004',
        counties: [lonoke],
      }),
    ]);
    const weather = await bench.start({}, new TestClock(minutes * minuteMs));
    const response = await until('the list', async () => {
      const list = await weather.alerts();
      return list.ok ? list : undefined;
    });
    expect(response.alerts.map(({ event }) => event)).toEqual(['Tornado Warning', 'Wind Advisory']);
    expect(Math.abs(Date.parse(response.sourceTime ?? '') - Date.now())).toBeLessThan(5_000);
    expect(Math.abs(Date.parse(response.updatedAt ?? '') - Date.now())).toBeLessThan(5_000);
    weather.clock.advance(6 * minuteMs);
    expect((await weather.alerts()).alerts.map(({ event }) => event)).toEqual(['Wind Advisory']);
  });

  it('shows a list without a date, but doesn’t trust it', async () => {
    bench.simulator.setMode('nws', { mode: 'ok', date: 'none' });
    bench.simulator.setAlerts([warning(1, 'NEW')]);
    const weather = await bench.start();
    const response = await until('the list', async () => {
      const list = await weather.alerts();
      return list.alerts.length > 0 ? list : undefined;
    });
    expect(response).toMatchObject({ ok: false });
    expect(response).not.toHaveProperty('updatedAt');
  });

  it('shows a list that an undeclared cache holds', async () => {
    const weather = await bench.start();
    await play(weather, warning(1, 'NEW'));
    bench.simulator.setMode('nws', { mode: 'ok', date: 'held' });
    await until('a poll', async () => (await weather.alerts()).ok);
    weather.clock.advance(6 * minuteMs);
    await until('a rejected poll', async () => !(await weather.alerts()).ok);
    expect((await weather.alerts()).alerts).toHaveLength(1);
  });
});

it('sends conditional requests and trusts a 304', async () => {
  const weather = await bench.start();
  await play(weather, warning(1, 'NEW'));
  const { version } = await weather.alerts();
  await until('three more polls', async () => (await weather.alerts()).version > version + 2);
  const [last] = bench.simulator.calls('/alerts').slice(-1);
  expect(last?.headers['if-none-match']).toMatch(/^".+"$/);
  expect(await weather.alerts()).toMatchObject({ ok: true, alerts: [{ eventKey: key, revision: 1 }] });
  expect(await weather.eventsAfter(0)).toHaveLength(1);
});

it('keeps five hundred alerts of mixed structure apart', async () => {
  const start = fromNow(-7);
  const counties = (index: number) => [`05${String(1 + 2 * (index % 75)).padStart(3, '0')}`];
  const many = Array.from({ length: 500 }, (_unused, index) =>
    capAlert({
      id: `urn:oid:many.${index}`,
      event:
        ['Flood Warning', 'Flood Advisory', 'Severe Thunderstorm Warning', 'Special Weather Statement'][index % 4] ??
        '',
      sent: fromNow(-30),
      ...(index % 3 > 0 && { ends: fromNow(60 + index) }),
      ...(index % 4 < 3 && {
        vtec: `O.NEW.K${['LZK', 'TSA', 'SHV'][index % 3]}.${['FL.W', 'FA.Y', 'SV.W'][index % 4]}.${String(index).padStart(4, '1')}`,
      }),
      counties: counties(index),
      description: 'x'.repeat(4_000),
    }),
  );
  bench.simulator.setAlerts([...outbreakAt(start, 7), ...many]);
  const weather = await bench.start();
  const { alerts } = await until('the list', async () => {
    const list = await weather.alerts();
    return list.ok ? list : undefined;
  });
  const ids = new Set(alerts.map(({ id }) => id));
  expect(many.filter(({ properties }) => !ids.has(String(properties['id'])))).toEqual([]);
  // Minus the outbreak's two tests.
  expect(alerts).toHaveLength(500 + outbreakAt(start, 7).length - 2);
  expect(
    alerts
      .filter(({ id }) => id.startsWith('urn:oid:many.'))
      .every(({ id, counties: own }) => {
        const index = Number(id.split('.').at(-1));
        return own.length === 1 && own[0] === counties(index)[0];
      }),
  ).toBe(true);
  expect(alerts.slice(0, 2).map(({ badge }) => badge)).toEqual(['Flash flood emergency', 'Tornado on the ground']);
});
