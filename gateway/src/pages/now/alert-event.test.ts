import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import type { AlertData } from '../../responses/alert-json.js';
import type { EventData } from '../../responses/alert-events.js';
import { anAlert, anAlertEvent, someAlerts } from '../../testing/fake-messages.js';
import { setupGateway } from '../../testing/given-gateway.js';
import { inMinutes, options, theEvent, warning, extractText } from '../../testing/now-builders.js';
import { eventPage } from './alert-event-html.js';
import { maxMapBytes } from './alert-event-map.js';
import { spanish } from './language.js';
import { maxPageBytes } from './now-frame.js';

describe('the full text of an event', () => {
  const text = (changes: Partial<EventData> = {}) => extractText(eventPage(theEvent(changes), options));

  it("shows when it's in effect, its changes, the full text and instructions", () => {
    expect(text()).toContain('Tornado on the ground In effect now, until 3:30 PM');
    expect(text()).toContain('Continued 2:55 PM CST');
    expect(text()).toContain('Tornado now observed');
    expect(text()).toContain('At 251 PM CST, a tornado was near Mayflower.');
    expect(text()).toMatch(/TAKE COVER NOW!.* Tornado Warning Tornado on the ground/);
    expect(text()).toContain('Before Issued 2:40 PM');
    expect(text()).not.toContain('too long for this page');
  });

  const polygon = {
    type: 'Polygon',
    coordinates: [
      [
        [-92.6, 34.6],
        [-92, 34.6],
        [-92, 35.1],
        [-92.6, 35.1],
        [-92.6, 34.6],
      ],
    ],
  };
  const withMotion = (motion: string, changes: Partial<EventData> = {}) => {
    const [revision] = theEvent().revisions;
    const alerts = [warning({ geometry: polygon, counties: ['05119'], event_motion_description: motion })];
    return eventPage(theEvent({ revisions: [{ ...revision!, alerts }], ...changes }), options);
  };
  const towardsConway = '2026-11-20T20:55:00-00:00...storm...180DEG...35KT...34.75,-92.44';

  it('draws the area with towns and track, and names the towns ahead', () => {
    const html = withMotion(towardsConway);
    const [map = ''] = /<svg.*<\/svg>/.exec(html) ?? [];
    expect(map).toContain('Map of the warned area');
    expect(map).toContain('>Conway</text>');
    expect(map).toMatch(/class="a" d="M\d+ \d+L\d+ \d+M/);
    expect(Buffer.byteLength(map)).toBeLessThanOrEqual(maxMapBytes);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes);
    expect(extractText(html)).toMatch(/Where it is heading .*Conway around 3:\d[05] PM/);
    expect(extractText(html)).toContain('Our estimate from the NWS storm motion.');
  });

  it.each([
    ['stands still', towardsConway.replace('35KT', '0KT')],
    ['was observed over half an hour ago', towardsConway.replace('20:55', '20:20')],
    ['leaves the polygon', towardsConway.replace('180DEG', '0DEG')],
    ['is unreadable', 'storm'],
  ])('draws no track when the storm %s', (_case, motion) => {
    const html = withMotion(motion);
    expect(html).toContain('Map of the warned area');
    expect(html).not.toContain('class="a"');
    expect(extractText(html)).not.toContain('Where it is heading');
  });

  it('draws nothing for a polygon without an area, and no track for a past event', () => {
    const [revision] = theEvent().revisions;
    const broken = { type: 'Polygon', coordinates: [[[-92, 34]]] };
    const alerts = [warning({ geometry: broken, counties: [] })];
    expect(eventPage(theEvent({ revisions: [{ ...revision!, alerts }] }), options)).not.toContain('<svg');
    expect(withMotion(towardsConway, { active: false, ended_by: 'expired' })).not.toContain('class="a"');
  });

  it("doesn't call an event that left the list over or in effect", () => {
    const unlisted = text({ unlisted_since: inMinutes(-10) });
    expect(unlisted).toContain(
      'Removed from the official list at 2:50 PM , before its planned end ( 3:30 PM ). Check weather.gov/lzk .',
    );
    expect(unlisted).not.toMatch(/This is over|In effect now/);
    expect(text({ active: false, ended_by: 'ended', ended_at: inMinutes(-10) })).toContain(
      'Removed from the official list at',
    );
  });

  it('shows in its history when it was no longer listed', () => {
    const [revision] = theEvent().revisions;
    const unlisted = { ...revision!, revision: 2, action: 'UNLISTED', sent: inMinutes(-10), changes: [] };
    const repeated = { ...revision!, revision: 3, changes: ['Listed again'] };
    expect(text({ revisions: [repeated, unlisted, revision!] })).toMatch(
      /Listed again .*Before No longer listed 2:50 PM/,
    );
  });

  it.each<[string, Partial<EventData>, string]>([
    ['was canceled', { active: false, ended_at: inMinutes(-1), ended_by: 'cancelled' }, inMinutes(30)],
    ['has passed its end', {}, inMinutes(-1)],
  ])('folds the instructions of a warning that %s', (_case, change, ends) => {
    const [revision] = theEvent().revisions;
    const revisions = [{ ...revision!, alerts: [warning({ ends })] }];
    const html = eventPage(theEvent({ ...change, revisions }), options);
    expect(html).toMatch(
      /<details><summary lang="en">Instructions while it was in effect<\/summary><p[^>]*>TAKE COVER NOW!/,
    );
    expect(html.split('TAKE COVER NOW!')).toHaveLength(2);
    expect(html).not.toContain('What to do');
    const inSpanish = eventPage(theEvent({ ...change, revisions }), { ...options, language: spanish });
    expect(inSpanish).toContain('<summary lang="es">Instrucciones mientras estuvo vigente</summary>');
    expect(inSpanish).not.toContain('busque refugio');
  });

  it("says that it's over and how, and links what replaced it", () => {
    const over: Partial<EventData> = {
      active: false,
      ended_at: inMinutes(-1),
      ended_by: 'upgraded',
      successor_key: 'KLZK.TO.W.0043.2026',
      revisions: [
        { ...theEvent().revisions[0]!, revision: 3, action: 'UPG', changes: [], alerts: [] },
        ...theEvent().revisions,
      ],
    };
    expect(text(over)).toContain('This is over. Replaced by a stronger warning 2:59 PM .');
    expect(text(over)).toContain('Its last text, no longer in effect:');
    expect(text(over)).not.toContain('In effect now');
    expect(eventPage(theEvent(over), options)).toContain('href="/now/alert/KLZK.TO.W.0043.2026"');
  });

  it('stays below 15 kB with many texts of special characters, and links the full text', () => {
    const long = '"&'.repeat(3_000);
    const segment = warning({
      event_key: long.slice(0, 300),
      event: long,
      nws_headline: long,
      desc: long,
      areas: long,
    });
    const event = theEvent({
      revisions: [{ ...theEvent().revisions[0]!, alerts: Array<AlertData>(300).fill(segment) }],
    });
    expect(Buffer.byteLength(eventPage(event, options))).toBeLessThanOrEqual(maxPageBytes);
    expect(extractText(eventPage(event, options))).toContain('This text is too long for this page.');
  });

  it('cuts a long instruction at a word, and marks the cut', () => {
    const instruction = `TAKE COVER NOW!\n${'Go to the basement. '.repeat(500)}`;
    const html = eventPage(
      theEvent({ revisions: [{ ...theEvent().revisions[0]!, alerts: [warning({ instruction })] }] }),
      options,
    );
    const [, lead = ''] = /<p class="i">([^<]*)<\/p>/.exec(html) ?? [];
    expect(lead).toMatch(/^TAKE COVER NOW!\nGo to the .*(Go|to|the|basement\.)…$/s);
    expect(extractText(html)).toContain('This text is too long for this page.');
  });

  it('claims nothing while the status is unknown', () => {
    expect(text({ ok: false })).toContain('Alert status unavailable');
    expect(text({ ok: false })).toContain('This is the last information we have');
  });
});

describe('GET /now/alert/{event}', () => {
  const one = setupGateway({ RATE_LIMIT_SCALE: '100' });
  const get = (name: string) =>
    request(one.gateway.url)
      .get(`/now/alert/${encodeURIComponent(name)}`)
      .buffer(true);
  const getAlertEvent = 'weather.v1.AlertEventsService/GetAlertEvent';

  it("is found by the event's key or any of its messages", async () => {
    for (const name of ['KLZK.TO.W.0042.2026', 'urn:oid:2.49.0.1.840.0.1']) {
      const { status, text } = await get(name);
      expect([status, text.match(/<script/)]).toEqual([200, null]);
      expect(extractText(text)).toContain('a tornado was near Mayflower');
    }
  });

  it('reloads itself while the event is in effect, unless turned off', async () => {
    const { headers, text } = await get('KLZK.TO.W.0042.2026');
    expect(headers['refresh']).toBe('10');
    expect(text).toContain('href="/now/alert/KLZK.TO.W.0042.2026/still"');
    const still = await request(one.gateway.url).get('/now/alert/KLZK.TO.W.0042.2026/still');
    expect([still.status, still.headers['refresh']]).toEqual([200, undefined]);
  });

  it('returns 404 for unknown events', async () => {
    const { status, text } = await get('KLZK.TO.W.9999.2026');
    expect([status, extractText(text).includes('No such alert')]).toEqual([404, true]);
  });

  it("says over once the end has passed by the upstream clock, before it's recorded", async () => {
    one.services.weather.handlers[getAlertEvent] = () =>
      anAlertEvent({ eventKey: 'PAST' }, { expires: new Date(Date.now() - 1_000).toISOString() });
    expect(extractText((await get('PAST')).text)).toContain('This is over. Expired');
  });

  it('says that the status is unavailable during an outage, unless the alert is listed', async () => {
    one.services.weather.handlers[getAlertEvent] = () => {
      throw unavailable('The database is away.');
    };
    const unknown = await get('KLZK.TO.W.0001.2026');
    expect([unknown.status, unknown.headers['retry-after']]).toEqual([503, '10']);
    expect(extractText(unknown.text)).toContain('Alert status unavailable');
    one.services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () =>
      someAlerts({ alerts: [anAlert({ eventKey: 'LISTED', id: 'urn:oid:2.49.0.1.840.0.7' })] });
    await until('the list', async () => (await get('LISTED')).status === 200);
    expect(extractText((await get('LISTED')).text)).toContain('a tornado was near Mayflower');
  });
});
