import { status } from '@grpc/grpc-js';
import { until } from '@site/platform/testing/until';
import type { GetTextProductResponse } from '@site/proto/gen/nest/weather/v1/text_products';
import { startScriptedSource, type ScriptedSource } from '../testing/scripted-upstream.js';
import { WeatherBench, type Weather } from '../testing/weather.js';

let bench: WeatherBench;
let source: ScriptedSource;
beforeAll(async () => {
  [bench, source] = await Promise.all([WeatherBench.open(), startScriptedSource()]);
});
afterEach(() => bench.reset());
afterAll(async () => {
  await bench.close();
  await source.close();
});

const hour = 3_600_000;
const product = ({ service }: Weather, office = 'LZK', kind = 'hazards') =>
  service.call<GetTextProductResponse>('weather.v1.TextProductsService', 'getTextProduct', { office, kind });
const calls = () =>
  bench.simulator
    .calls('/products/')
    .filter(({ provider }) => provider === 'nws')
    .map(({ path }) => path);
const isCached = () =>
  until('the saved text', async () => {
    const rows = await bench.database.dataSource.query<unknown[]>(
      `SELECT 1 FROM last_good WHERE key = 'text/1/HWO/LZK'`,
    );
    return rows.length > 0;
  });

describe('an office’s text', () => {
  it('is the newest, in sections with headings', async () => {
    const found = await product(await bench.start());

    expect(found).toMatchObject({ office: 'LZK', kind: 'hazards', title: 'Hazardous Weather Outlook', stale: false });
    expect(Date.now() - Date.parse(found.issuedAt)).toBeLessThan(6 * hour);
    expect(found.sections.map(({ heading }) => heading)).toEqual([
      '',
      'Day One, today and tonight',
      expect.stringMatching(/^Days Two Through Seven, \w+day through \w+day$/),
      'Spotter Information Statement',
      '',
    ]);
    expect(found.sections[1]?.paragraphs).toEqual([
      'Scattered thunderstorms are expected late this afternoon and this evening. A few storms may become severe with large hail, damaging winds, and a tornado or two.',
      'Main threats:',
      '- Damaging wind gusts to 60 mph.',
      '- Hail to the size of quarters, mainly along and south of a line from Mena to Searcy.',
      '- A brief tornado.',
    ]);
    expect(JSON.stringify(found.sections)).not.toMatch(/FLUS44|HWOLZK|ARZ\d|\$\$|&&/);
  });

  it('may be a forecast discussion, with its table', async () => {
    const { sections, title } = await product(await bench.start(), 'LZK', 'discussion');

    expect(title).toBe('Area Forecast Discussion');
    expect(sections.map(({ heading }) => heading.replace(/ \w+day\b/g, ' …'))).toEqual([
      '',
      'Key Messages',
      'Short Term, this afternoon through …',
      'Long Term, … through …',
      'Aviation, 18Z TAFS',
      'Preliminary Point Temps/Pops',
      'LZK Watches/Warnings/Advisories',
    ]);
    expect(sections[5]?.paragraphs).toContain('Little Rock AR    50  67  46  68 /  70  80  10   0');
    expect(sections[6]?.paragraphs).toEqual(['None.']);
  });

  it.each(['LZK', 'TSA', 'MEG', 'SHV', 'JAN'])('exists for %s', async (office) => {
    expect((await product(await bench.start(), office)).office).toBe(office);
  });

  it('is requested once in ten minutes, and fetched again only if it is a new one', async () => {
    const weather = await bench.start();
    const first = await product(weather);
    await Promise.all([product(weather), product(weather)]);
    expect(calls()).toEqual(['/products/types/HWO/locations/LZK', `/products/${first.id}`]);

    weather.clock.advance(11 * 60_000);
    const later = await product(weather);
    expect(later.fetchedAt > first.fetchedAt).toBe(true);
    expect(later).toMatchObject({ id: first.id, stale: false, sections: first.sections });
    expect(calls().slice(2)).toEqual(['/products/types/HWO/locations/LZK']);
  });

  it.each([
    ['XXX', 'hazards'],
    ['', 'hazards'],
    ['lzk', 'hazards'],
    ['../LZK', 'hazards'],
    ['LZK', 'HWO'],
    ['LZK', ''],
    ['LZK', 'toString'],
  ])('is rejected for office "%s" and kind "%s"', async (office, kind) => {
    await expect(product(await bench.start(), office, kind)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    expect(calls()).toEqual([]);
  });
});

describe('an aging text', () => {
  it('is marked after a day, and gone after three', async () => {
    const weather = await bench.start();
    const { issuedAt } = await product(weather);
    const age = (hours: number) => weather.clock.advance(Date.parse(issuedAt) + hours * hour - weather.clock.now());
    age(23.9);
    expect((await product(weather)).stale).toBe(false);
    age(24.1);
    expect(await product(weather)).toMatchObject({ stale: true, issuedAt });
    age(71.9);
    expect((await product(weather)).stale).toBe(true);
    age(72.1);
    await expect(product(weather)).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('is unavailable when the source has only old ones', async () => {
    bench.simulator.setMode('nws', { mode: 'stale', path: '/products/' });

    await expect(product(await bench.start())).rejects.toMatchObject({ code: status.NOT_FOUND });
  });
});

describe('when the source fails', () => {
  it.each([
    { mode: 'http', status: 500 },
    { mode: 'html' },
    { mode: 'malformed' },
    { mode: 'null' },
    { mode: 'renamed' },
    { mode: 'huge' },
    { mode: 'redirect' },
    { mode: 'hang' },
    { mode: 'future' },
  ] as const)('a text is unavailable at first, within the time limit: %j', async (behavior) => {
    bench.simulator.setMode('nws', { ...behavior, path: '/products/' });
    const weather = await bench.start();
    const begun = performance.now();

    await expect(product(weather)).rejects.toMatchObject({ code: status.UNAVAILABLE });
    expect(performance.now() - begun).toBeLessThan(4_900);
  });

  it('the last text stays for a day, with its age', async () => {
    const weather = await bench.start();
    const before = await product(weather);
    bench.simulator.setMode('nws', { mode: 'http', status: 503, path: '/products/' });
    weather.clock.advance(hour);

    expect(await product(weather)).toEqual({ ...before, stale: true });
    weather.clock.advance(24 * hour);
    await expect(product(weather)).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });

  it('the last text survives a restart', async () => {
    const first = await bench.start();
    const before = await product(first);
    await isCached();
    await bench.stop(first);
    bench.simulator.setMode('nws', { mode: 'http', status: 500, path: '/products/' });

    const second = await bench.start();
    expect(await product(second)).toEqual(before);
    second.clock.advance(hour);
    expect(await product(second)).toEqual({ ...before, stale: true });
  });
});

describe('an unexpected response', () => {
  const issuanceTime = new Date(Date.now() - hour).toISOString();
  const good = {
    id: 'aaaa-bbbb-cccc',
    issuanceTime,
    productCode: 'HWO',
    productName: 'Hazardous Weather Outlook',
    productText: '.DAY ONE...Tonight.\n\nRain.\n\n$$\n',
  };
  const buildReply = async (list: unknown, text: unknown = good) => {
    source.say('/products/types/', list);
    source.say('/products/aaaa-bbbb-cccc', text);
    return product(await bench.start({ NWS_BASE_URL: source.url }));
  };

  it('is parsed as far as possible', async () => {
    const graph = [null, { id: '../../alerts', issuanceTime }, { id: 'zzzz-zzzz', issuanceTime: 'soon' }, good];

    expect((await buildReply({ '@graph': graph })).sections).toEqual([
      { heading: 'Day One, tonight', paragraphs: ['Rain.'] },
    ]);
  });

  it.each<[string, unknown, object]>([
    ['no list', [], {}],
    ['nothing readable', { '@graph': [{ id: 'x' }] }, {}],
    ['another kind of text', { '@graph': [good] }, { productCode: 'AFD' }],
    ['another text', { '@graph': [good] }, { id: 'dddd-eeee-ffff' }],
    ['no text', { '@graph': [good] }, { productText: '\n\n$$' }],
    ['null instead of text', { '@graph': [good] }, { productText: null }],
    ['too much text', { '@graph': [good] }, { productText: 'x'.repeat(100_001) }],
  ])('is rejected with %s', async (_name, list, more) => {
    await expect(buildReply(list, { ...good, ...more })).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });

  it('means that the office has none when the list is empty', async () => {
    await expect(buildReply({ '@graph': [] })).rejects.toMatchObject({ code: status.NOT_FOUND });
  });
});
