import { XMLParser, XMLValidator } from 'fast-xml-parser';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { anAlert, anAlertEvent, someAlerts } from '../../testing/fake-messages.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
const get = (path: string) => request(provided.gateway.url).get(path).buffer(true);

interface Link {
  '@rel': string;
  '@href': string;
  '@type': string;
}
interface Entry {
  id: string;
  title: string;
  updated: string;
  published?: string;
  summary: string;
  category: { '@term': string };
  link: Link[];
}
interface Feed {
  id: string;
  title: string;
  subtitle: string;
  updated: string;
  author: { name: string };
  link: Link[];
  entry: Entry[];
}

/** Fails if the feed isn't XML. */
function parse(text: string): Feed {
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    isArray: (name) => ['entry', 'link'].includes(name),
    parseTagValue: false,
  });
  const { feed } = parser.parse(text) as { feed: Feed };
  return { ...feed, entry: feed.entry ?? [] };
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** Checks the requirements of RFC 4287 (4.1.1 and 4.1.2). */
function expectValid(feed: Feed): void {
  expect([feed.id, feed.title, feed.author.name].every(Boolean)).toBe(true);
  expect(feed.updated).toMatch(rfc3339);
  expect(feed.link.some((link) => link['@rel'] === 'self')).toBe(true);
  for (const entry of feed.entry) {
    expect([entry.id, entry.title].every(Boolean)).toBe(true);
    expect(() => new URL(entry.id)).not.toThrow();
    expect(entry.updated).toMatch(rfc3339);
    expect(entry.link.some((link) => link['@rel'] === 'alternate')).toBe(true);
  }
  expect(new Set(feed.entry.map(({ id }) => id)).size).toBe(feed.entry.length);
}

const minute = 60_000;
const at = (ms: number) => new Date(ms).toISOString();
const announce = (changes: object) => {
  provided.services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () => someAlerts(changes);
  provided.services.weather.announce('alerts');
};
const feedWith = (what: string, condition: (feed: Feed) => boolean, path = '/alerts.atom') =>
  until(what, async () => {
    const { status, text } = await get(path);
    const feed = status === 200 ? parse(text) : undefined;
    return feed && condition(feed) ? feed : undefined;
  });

it('is an Atom feed with one entry per event', async () => {
  const { status, headers, text } = await get('/alerts.atom');
  expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  expect(headers['cache-control']).toContain('stale-if-error=285');
  const feed = parse(text);
  expectValid(feed);
  expect(feed.subtitle).toContain('most dangerous first');
  const [entry] = feed.entry;
  expect(entry).toMatchObject({
    id: 'https://weather.example/warning/KLZK.TO.W.0042.2026',
    title: 'Tornado Warning: Faulkner; Pulaski',
    category: { '@term': 'Tornado Warning' },
  });
  expect(entry?.published).toMatch(rfc3339);
  expect(entry?.summary).toContain('In effect now, until');
  expect(entry?.summary).toContain('What to do: TAKE COVER NOW!');
  expect(entry?.link).toContainEqual({
    '@rel': 'related',
    '@type': 'application/cap+xml',
    '@href': 'https://api.weather.gov/alerts/urn:oid:2.49.0.1.840.0.1.cap',
  });
});

it("keeps an entry's id and publication time across updates, and sorts by danger", async () => {
  const [before] = parse((await get('/alerts.atom')).text).entry;
  const first = anAlertEvent().revisions[0]!;
  provided.services.weather.handlers['weather.v1.AlertEventsService/GetAlertEvent'] = ({ name }) =>
    anAlertEvent({
      eventKey: name,
      revisions: [
        { ...first, revision: 2 },
        { ...first, sent: at(1_795_000_000_000) },
      ],
    });
  announce({
    version: 2,
    alerts: [
      anAlert({ id: 'urn:oid:2.49.0.1.840.0.2', revision: 2, sent: at(Date.now() + minute) }),
      anAlert({
        id: 'urn:oid:2.49.0.1.840.0.3',
        eventKey: 'KLZK.TO.W.0043.2026',
        revision: 3,
        danger: 0,
        level: 'emergency',
        badge: 'Tornado emergency',
      }),
    ],
  });
  const feed = await feedWith('the emergency', ({ entry }) => entry.length === 2);
  expectValid(feed);
  const [topAlert, same] = feed.entry;
  expect(topAlert?.title).toBe('Tornado emergency – Tornado Warning: Faulkner; Pulaski');
  expect(topAlert?.published).toBe(at(1_795_000_000_000));
  expect([same?.id, same?.published]).toEqual([before?.id, before?.published]);
  expect(Date.parse(same!.updated)).toBeGreaterThan(Date.parse(before!.updated));
  expect(feed.updated).toBe(same?.updated);
});

it("contains only the county's and statewide events", async () => {
  announce({
    version: 3,
    alerts: [
      anAlert({ eventKey: 'HERE' }),
      anAlert({ id: 'urn:2', eventKey: 'ELSEWHERE', counties: ['05143'] }),
      anAlert({ id: 'urn:3', eventKey: 'EVERYWHERE', counties: [], statewide: true }),
    ],
  });
  const feed = await feedWith(
    'both',
    ({ entry }) => entry[0]?.id.endsWith('HERE') === true,
    '/now/pulaski/alerts.atom',
  );
  expectValid(feed);
  expect(feed.entry.map(({ id }) => id.split('/').at(-1)).sort()).toEqual(['EVERYWHERE', 'HERE']);
  expect(feed.link).toContainEqual({
    '@rel': 'alternate',
    '@type': 'text/html',
    '@href': 'https://weather.example/now/pulaski',
  });
  expect((await get('/now/texas/alerts.atom')).status).toBe(404);
});

it('keeps the entry of an event that is no longer listed, until its end', async () => {
  const left = Date.now() - 2 * minute;
  const due = Date.now() + 13 * minute;
  const alert = { unlistedSince: at(left), badge: 'Tornado emergency', counties: ['05119'] };
  announce({
    version: 3,
    alerts: [anAlert({ id: 'urn:2', eventKey: 'LISTED', counties: ['05143'] })],
    unlisted: [
      anAlert({ ...alert, eventKey: 'UNLISTED', sent: at(left - minute), expires: at(due) }),
      anAlert({ ...alert, id: 'urn:3', eventKey: 'ENDED', expires: at(Date.now() - minute) }),
    ],
  });
  const feed = await feedWith('the unlisted event', ({ entry }) => entry.some(({ id }) => id.endsWith('/UNLISTED')));
  expectValid(feed);
  expect(feed.entry.map(({ id }) => id.split('/').at(-1))).toEqual(['LISTED', 'UNLISTED']);
  expect(feed.entry[1]).toMatchObject({
    title: 'No longer listed: Tornado Warning: Faulkner; Pulaski',
    updated: at(left),
    summary: expect.not.stringMatching(/In effect|This is over/),
  });
  expect(feed.entry[1]?.summary).toMatch(
    /^Removed from the official list at .+ [AP]M, before its planned end \(.+ [AP]M\)\. Check weather\.gov\/lzk\.$/m,
  );
  const ofCounty = parse((await get('/now/pulaski/alerts.atom')).text);
  expect(ofCounty.entry.map(({ title }) => title)).toEqual(['No longer listed: Tornado Warning: Faulkner; Pulaski']);
  expect(parse((await get('/now/washington/alerts.atom')).text).entry.map(({ id }) => id.split('/').at(-1))).toEqual([
    'LISTED',
  ]);
});

it('stays valid XML with any text', async () => {
  const hostile = ']]> <b>&amp; "\u0000\u000b\ud800 \uffff é 🌪';
  announce({
    version: 4,
    alerts: [
      anAlert({
        event: hostile,
        headline: hostile,
        areas: hostile,
        sender: hostile,
        eventKey: 'A&<B>"/..',
        id: 'a<b>',
      }),
    ],
  });
  const feed = await feedWith('the hostile alert', ({ entry }) => entry[0]?.id.includes('A%26') === true);
  expectValid(feed);
  expect(feed.entry[0]?.category['@term']).toContain('🌪');
});

it('says if the status is unknown, and returns 503 before the first list', async () => {
  announce({ version: 5, ok: false });
  const feed = await feedWith('the doubt', ({ subtitle }) => subtitle === 'Alert status unavailable');
  expectValid(feed);
});

describe('before the first response', () => {
  const silent = setupGateway({ WEATHER_GRPC_ADDRESS: '127.0.0.1:9' });

  it('asks readers to keep their copy', async () => {
    for (const path of ['/alerts.atom', '/now/pulaski/alerts.atom']) {
      const { status, headers } = await request(silent.gateway.url).get(path);
      expect([path, status, headers['retry-after']]).toEqual([path, 503, '5']);
    }
  });
});
