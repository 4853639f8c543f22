import { counties } from '@site/regions/counties';
import { anAlertData } from '../../testing/an-alert-data.js';
import type { AlertData } from '../../responses/alert-json.js';
import type { AlertsData } from '../../responses/weather-responses.js';
import { abridgedAlerts, type ByteBudget, type Subject } from './abridged-alerts.js';

const pulaski = counties.find(({ slug }) => slug === 'pulaski')!;
const fipsOf = (slug: string) => counties.find((county) => county.slug === slug)!.fips;
const now = new Date();

const alert = (id: number, changes: Partial<AlertData> = {}) =>
  anAlertData({
    id: `urn:${id}`,
    event_key: `event-${id}`,
    counties: [fipsOf('benton')],
    desc: `desc ${id} `.repeat(50),
    instruction: `do ${id}`,
    geometry: { type: 'Polygon', coordinates: [] },
    ...changes,
  });
const list = (alerts: AlertData[], unlisted: AlertData[] = []): AlertsData => ({
  ok: true,
  updatedAt: now.toISOString(),
  source: 'nws',
  pollSeconds: 10,
  sourceTime: now.toISOString(),
  serverTime: now.toISOString(),
  alerts,
  unlisted,
});
function abridged(data: AlertsData, subject: Subject, availableBytes: ByteBudget): AlertsData & { bytes: number } {
  const { json } = abridgedAlerts(data, subject, availableBytes);
  return {
    ...(JSON.parse(json) as { data: AlertsData }).data,
    bytes: Buffer.byteLength(json.replaceAll('<', '\\u003c')),
  };
}
const tens = (count: number, changes: (index: number) => Partial<AlertData> = () => ({})) =>
  Array.from({ length: count }, (_unused, index) => alert(index, changes(index)));
const instructed = ({ alerts }: AlertsData) =>
  alerts.filter(({ instruction }) => instruction !== '').map(({ id }) => id);
const described = ({ alerts }: AlertsData) => alerts.filter(({ desc }) => desc !== '').map(({ id }) => id);

it('keeps what to do in the three most dangerous, even without any room', () => {
  const some = abridged(list(tens(30)), {}, { detailBytes: 0 });
  expect([some.alerts.length, some.abridged, some.completeFor]).toEqual([30, true, undefined]);
  expect(instructed(some)).toEqual(['urn:0', 'urn:1', 'urn:2']);
  expect(described(some)).toEqual([]);
});

it("keeps what to do in every warning for the page's place, statewide ones included", () => {
  const data = list(
    tens(30, (index) =>
      index === 20
        ? { counties: [pulaski.fips, fipsOf('benton')] }
        : index === 25
          ? { statewide: true, counties: [] }
          : {},
    ),
  );
  const some = abridged(data, { county: pulaski }, { detailBytes: 0 });
  expect(instructed(some)).toEqual(['urn:0', 'urn:1', 'urn:2', 'urn:20', 'urn:25']);
});

it.each([
  ['alert', 'urn:17'],
  ['warning', 'event-17'],
] as const)('keeps all of the %s that the page is about', (kind, id) => {
  const some = abridged(list(tens(30)), { detail: { kind, id } }, { detailBytes: 0 });
  expect(described(some)).toEqual(['urn:17']);
  expect(instructed(some)).toContain('urn:17');
});

it('drops details of the least dangerous and farthest first, and what to do last', () => {
  const places = ['saline', 'benton', 'lonoke', 'mississippi', 'grant', 'polk'];
  const data = list(
    tens(30, (index) => ({
      counties: [fipsOf(places[index % 6]!)],
      danger: index < 12 ? 5 : 33,
      desc: 'x'.repeat(900),
    })),
  );
  const bare = abridged(data, { county: pulaski }, { detailBytes: 0 }).bytes;
  // Room for four instructions (and for `completeFor`): of the most dangerous ones, the nearest.
  const few = abridged(data, { county: pulaski }, { detailBytes: bare + 42 });
  expect(instructed(few)).toEqual([0, 1, 2, 4, 6, 8, 10].map((index) => `urn:${index}`));
  const more = abridged(data, { county: pulaski }, { detailBytes: bare + 5_000 });
  expect(instructed(more)).toHaveLength(30);
  expect(described(more).length).toBeGreaterThan(0);
  expect(described(more).length).toBeLessThan(12);
  expect(more.bytes).toBeLessThanOrEqual(bare + 5_000);
});

it('abridges unlisted ones, too', () => {
  const some = abridged(
    list(
      tens(3),
      tens(30, () => ({ unlisted_since: now.toISOString() })),
    ),
    {},
    { detailBytes: 0 },
  );
  expect(some.unlisted).toHaveLength(30);
  for (const each of some.unlisted) expect(each).toMatchObject({ desc: '', instruction: '', geometry: null });
});

describe('with too many for the document', () => {
  const availableBytes = { detailBytes: 20_000, maxBytes: 40_000 };

  it("leaves out those of other places first, and says that the place's are complete", () => {
    const data = list(tens(300, (index) => (index % 20 === 19 ? { counties: [pulaski.fips] } : {})));
    const some = abridged(data, { county: pulaski }, availableBytes);
    expect(some.bytes).toBeLessThanOrEqual(40_000);
    expect(some.completeFor).toBe(pulaski.fips);
    const own = some.alerts.filter(({ counties: codes }) => codes.includes(pulaski.fips));
    expect([own.length, own.every(({ instruction }) => instruction !== '')]).toEqual([15, true]);
    expect(some.alerts.slice(0, 3).map(({ id }) => id)).toEqual(['urn:0', 'urn:1', 'urn:2']);
  });

  it("leaves out the least dangerous of the place's, and says that they aren't complete", () => {
    const data = list([
      ...tens(3),
      ...tens(300, () => ({ counties: [pulaski.fips], desc: '<b>'.repeat(500) })).map((each, index) => ({
        ...each,
        id: `urn:own:${index}`,
      })),
    ]);
    const some = abridged(data, { county: pulaski }, availableBytes);
    expect([some.bytes <= 40_000, some.completeFor]).toEqual([true, null]);
    expect(some.alerts.every(({ instruction }) => instruction !== '')).toBe(true);
    expect(some.alerts.map(({ id }) => id).slice(0, 5)).toEqual(['urn:0', 'urn:1', 'urn:2', 'urn:own:0', 'urn:own:1']);
  });

  it('leaves nothing out without a limit', () => {
    expect(abridged(list(tens(300)), {}, { detailBytes: 20_000 }).alerts).toHaveLength(300);
  });
});
