import fc from 'fast-check';
import type { z } from 'zod';
import { periodsSchema } from '../nws/schemas.js';
import { outlookSchema } from '../outlook/outlook.schema.js';
import { gaugesSchema } from '../rivers/rivers.schema.js';
import { postsSchema } from '../social/graph.js';
import { iemReports } from '../storm-reports/storm-reports.schema.js';
import { productListSchema } from '../text-products/text-product.schema.js';
import { broken } from '../testing/broken-parts.js';
import { buildResponse, day, hour } from '../testing/weatherapi-parts.js';
import { forecastSchema } from '../weatherapi/schemas.js';
import { collectLeftOut } from './skipped-parts.js';
import { cleanText, oneLine, parseCleanJson } from './source-values.js';

describe('text of a provider', () => {
  it.each([
    ['a\u0000b', 'ab'],
    ['a\u0007\u0085b\u009f', 'a\nb'],
    ['one\r\ntwo\rthree\r\r\nfour\u2028five', 'one\ntwo\nthree\nfour\nfive'],
    ['a\tb', 'a b'],
    ['\ud83d storm', '\ufffd storm'],
    ['a\u202eb\u2066', 'ab'],
    ['🌪️ שלום', '🌪️ שלום'],
  ])('is made well-formed: %j', (text, expected) => {
    expect(cleanText(text)).toBe(expected);
    expect(parseCleanJson(JSON.stringify({ deep: [{ text }] }))).toEqual({ deep: [{ text: expected }] });
  });

  it('is cut between characters', () => {
    for (let length = 1; length < 12; length += 1) {
      const cut = oneLine('a🌪🌪 🌪b🌪🌪🌪🌪🌪', length);
      expect([cut.isWellFormed(), [...cut].length <= length]).toEqual([true, true]);
    }
  });

  it('may nest deeper than the stack', () => {
    expect(() => parseCleanJson(`${'['.repeat(200_000)}"\\u0000"${']'.repeat(200_000)}`)).not.toThrow();
  });
});

const iso = (aheadMs: number) => new Date(Date.now() + aheadMs).toISOString();
const hourMs = 3_600_000;
const stamp = (aheadMs: number) => iso(aheadMs).replace(/\D/g, '').slice(0, 12);
const square = [
  [-92.4, 34.7],
  [-92.2, 34.7],
  [-92.2, 34.9],
  [-92.4, 34.7],
];

interface Product {
  name: string;
  schema: z.ZodType;
  /** The good items of a document. */
  items: object[];
  documentOf: (items: unknown[]) => unknown;
  /** What the parsed document has of an item. */
  resultsOf: (parsed: never) => readonly unknown[];
}

const products: Product[] = [
  {
    name: 'storm outlook',
    schema: outlookSchema,
    items: ['SLGT', 'ENH'].map((label) => ({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [square] },
      properties: {
        VALID: stamp(-hourMs),
        EXPIRE: stamp(20 * hourMs),
        ISSUE: stamp(-hourMs),
        LABEL: label,
        LABEL2: `${label} Risk`,
        fill: '#FFE066',
        stroke: '#DDAA00',
      },
    })),
    documentOf: (features) => ({ type: 'FeatureCollection', features }),
    resultsOf: ({ areas }: z.infer<typeof outlookSchema>) => areas,
  },
  {
    name: 'storm reports',
    schema: iemReports,
    items: ['HAIL', 'TORNADO'].map((typetext) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-92.3, 34.8] },
      properties: {
        valid: '2026-11-20T20:15:00Z',
        typetext,
        city: 'Conway',
        source: 'Spotter',
        wfo: 'LZK',
        remark: '',
      },
    })),
    documentOf: (features) => ({ type: 'FeatureCollection', features }),
    resultsOf: ({ reports }: z.infer<typeof iemReports>) => reports,
  },
  {
    name: 'river gauges',
    schema: gaugesSchema,
    items: ['LITA4', 'CNWA4'].map((lid) => ({
      lid,
      name: `Arkansas River at ${lid}`,
      latitude: 34.8,
      longitude: -92.3,
      status: {
        observed: { validTime: '2026-11-20T20:15:00Z', primary: 12.4, primaryUnit: 'ft', floodCategory: 'action' },
      },
    })),
    documentOf: (gauges) => ({ gauges }),
    resultsOf: (gauges: z.infer<typeof gaugesSchema>) => gauges,
  },
  {
    name: 'text products',
    schema: productListSchema,
    items: ['aaaaaaaa-1', 'aaaaaaaa-2'].map((id) => ({ id, issuanceTime: '2026-11-20T20:15:00Z' })),
    documentOf: (graph) => ({ '@graph': graph }),
    resultsOf: (entries: z.infer<typeof productListSchema>) => entries,
  },
  {
    name: 'forecast of the weather service',
    schema: periodsSchema,
    items: [1, 2].map((number) => ({
      startTime: `2026-11-20T2${number}:00:00Z`,
      endTime: `2026-11-20T2${number}:59:00Z`,
      isDaytime: true,
      temperature: 60,
      temperatureUnit: 'F',
      windSpeed: '5 mph',
      icon: 'https://x.example/',
      shortForecast: 'Sunny',
    })),
    documentOf: (periods) => ({ properties: { updateTime: '2026-11-20T20:15:00Z', periods } }),
    resultsOf: ({ properties }: z.infer<typeof periodsSchema>) => properties.periods,
  },
  {
    name: 'hours of WeatherAPI',
    schema: forecastSchema,
    items: [hour('2026-11-20 15:00'), hour('2026-11-20 16:00')],
    documentOf: (hours) => buildResponse({ forecastday: [day('2026-11-20', hours as object[])] }),
    resultsOf: ({ forecast }: z.infer<typeof forecastSchema>) => forecast.forecastday.flatMap((each) => each.hour),
  },
  {
    name: 'social posts',
    schema: postsSchema,
    items: ['1_2', '1_3'].map((id) => ({
      id,
      message: 'Storms',
      created_time: `2026-11-20T20:15:3${id.at(-1)}+0000`,
    })),
    documentOf: (data) => ({ data }),
    resultsOf: (posts: z.infer<typeof postsSchema>) => posts,
  },
];

describe.each(products)('a broken part of $name', ({ schema, items, documentOf, resultsOf }) => {
  const parse = (parts: unknown[]) =>
    collectLeftOut(() => schema.safeParse(parseCleanJson(JSON.stringify(documentOf(parts)))));

  it('is left out or repaired, and never takes the others along', () => {
    const full = resultsOf(parse(items).result.data as never);
    expect(full).toHaveLength(items.length);
    fc.assert(
      fc.property(broken(items[0]!), (damaged) => {
        const { result } = parse([...items, damaged]);
        expect(resultsOf(result.data as never)).toEqual(expect.arrayContaining([...full]));
      }),
      { numRuns: 300 },
    );
  });

  it('is reported with its reason', () => {
    const { result, leftOut } = parse([...items, 7]);
    expect(resultsOf(result.data as never)).toHaveLength(items.length);
    expect(leftOut).toHaveLength(1);
    expect(leftOut[0]).toMatch(/\S/);
  });
});
