import fc from 'fast-check';
import { warningSteps } from '../../../../simulator/xmpp/warning-steps.js';
import { warningProduct, type Product, type WarningProduct } from '../../../../simulator/xmpp/products.js';
import { readAlerts } from '../alerts/messages/active-alert.js';
import { cutOff, garbled, inParts } from '../testing/damaged-products.js';
import { isPart, ProductParts } from './join-parts.js';
import { readTextProduct } from './product-text.js';
import { readProduct, type ReadProduct } from './read-product.js';
import { readUgc } from './ugc.js';

type ReadAlert = ReadProduct['messages'][number]['message']['alert'];

const now = Date.parse('2026-11-23T00:12:00Z');
const at = (minutes: number) => new Date(now + minutes * 60_000);
const littleRock = [
  [34.6, -92.45],
  [34.9, -92.45],
  [34.9, -92.15],
  [34.6, -92.15],
] as const;

const product = (changes: Partial<WarningProduct> = {}) =>
  warningProduct({
    kind: 'tornado',
    action: 'NEW',
    number: '0042',
    issued: at(0),
    begins: at(0),
    ends: at(45),
    counties: ['05119'],
    polygon: littleRock,
    tags: ['TORNADO...RADAR INDICATED', 'MAX HAIL SIZE...1.75 IN'],
    ...changes,
  });

const rejected = (rejection: string): ReadProduct => ({
  messages: [],
  endings: [],
  refusals: [rejection as 'garbled'],
});

function read(said: Product, when = now): ReadProduct {
  const text = readTextProduct(said.text);
  return text ? readProduct(said, text, when) : rejected('garbled');
}
const alertOf = (said: Product) => read(said).messages[0]?.message.alert;

describe('an NWWS-OI product', () => {
  it('gives the same tornado warning as the list', () => {
    expect(alertOf(product())).toMatchObject({
      event: 'Tornado Warning',
      severity: 'Extreme',
      urgency: 'Immediate',
      headline:
        'Tornado Warning issued November 22 at 6:12PM CST until November 22 at 6:57PM CST by NWS Little Rock AR',
      sender: 'NWS Little Rock AR',
      areas: 'Pulaski, AR',
      counties: ['05119'],
      zones: ['ARC119'],
      sent: at(0).toISOString(),
      ends: at(45).toISOString(),
      tornadoDetection: 'RADAR INDICATED',
      maxHailSize: '1.75',
      eventMotionDescription: '2026-11-23T00:12:00-00:00...storm...236DEG...35KT...34.73,-92.41',
      vtec: ['/O.NEW.KLZK.TO.W.0042.261123T0012Z-261123T0057Z/'],
      level: 'warning',
    });
    const { desc, instruction, geometry } = alertOf(product()) ?? {};
    expect(desc).toMatch(/^The National Weather Service in Little Rock has issued a\n[\s\S]*HAZARD\.\.\.Tornado/);
    expect(instruction).toMatch(/^TAKE COVER NOW!/);
    expect(JSON.parse(geometry ?? '')).toEqual({
      type: 'Polygon',
      coordinates: [[...littleRock, littleRock[0]].map(([lat, lon]) => [lon, lat])],
    });
  });

  it('includes the danger of a storm or a flood', () => {
    const storm = product({
      kind: 'severe_thunderstorm',
      tags: ['THUNDERSTORM DAMAGE THREAT...DESTRUCTIVE', 'HAIL...2.75IN', 'WIND...80MPH'],
    });
    expect(alertOf(storm)).toMatchObject({ badge: 'Destructive', maxHailSize: '2.75', maxWindGust: '80 MPH' });
    const flood = product({
      kind: 'flash_flood',
      tags: ['FLASH FLOOD...OBSERVED', 'FLASH FLOOD DAMAGE THREAT...CATASTROPHIC'],
      headline: 'FLASH FLOOD EMERGENCY FOR BENTON',
    });
    expect(alertOf(flood)).toMatchObject({
      badge: 'Flash flood emergency',
      flashFloodDetection: 'OBSERVED',
      nwsHeadline: 'FLASH FLOOD EMERGENCY FOR BENTON',
    });
  });

  it.each(warningSteps({ start: at(-15) }).filter(({ name }) => name !== 'CAN'))(
    'is an alert like the list’s: $name',
    ({ product: said, list, minute }) => {
      const when = now + (minute - 15) * 60_000;
      const [listed] = readAlerts(list, when).inForce;
      const [lastReceivedAt] = read(said, when).messages;
      const signs = ({ event, severity, counties, danger, badge, ends, onset, nwsHeadline }: ReadAlert) => {
        return { event, severity, counties: counties.toSorted(), danger, badge, ends, onset, nwsHeadline };
      };
      if (!listed || !lastReceivedAt) throw new Error('not read');
      expect(signs(lastReceivedAt.message.alert)).toEqual({ ...signs(listed.alert), onset: expect.any(String) });
      expect(lastReceivedAt.message.vtec.map(({ action }) => action)).toEqual(listed.vtec.map(({ action }) => action));
    },
  );

  it('is parsed the same with doubled line ends, as the feed sends it', () => {
    const said = product();
    expect(read({ ...said, text: said.text.replaceAll('\n', '\n\n') })).toEqual(read(said));
    expect(read({ ...said, text: said.text.replaceAll('\n', '\r\r\n') })).toEqual(read(said));
  });

  it('keeps its identifier when repeated, and gets a new one when its content changes', () => {
    const said = product();
    const id = (each: Product) => read(each).messages[0]?.message.alert.id;
    expect(id({ ...said, id: '1.1' })).toBe(id(said));
    expect(id(product({ tags: ['TORNADO...OBSERVED'] }))).not.toBe(id(said));
  });

  it('that releases a county and continues for others ends nothing', () => {
    const statement = read(product({ action: 'CON', released: ['05085'] }));
    expect(statement.messages.map(({ message }) => message.alert.counties)).toEqual([['05119']]);
    expect(statement.endings).toEqual([]);
  });

  it('that ends an event is no message, only compared with the list', () => {
    for (const [action, minutes] of [
      ['CAN', 0],
      // Announced before the end.
      ['EXP', 45],
    ] as const)
      expect(read(product({ action }))).toEqual({
        messages: [],
        endings: [{ name: 'KLZK.TO.W.0042', sent: now, overAt: at(minutes).getTime() }],
        refusals: [],
      });
  });

  it.each([
    ['a test', product({ productClass: 'T' }), 'test'],
    ['garbled digits', garbled(product()), 'garbled'],
    ['a truncated product', cutOff(product()), 'garbled'],
    ['a mismatched office', { ...product(), cccc: 'KMEG' }, 'garbled'],
    ['a code of another office', { ...product(), text: product().text.replace('.KLZK.', '.KJAN.') }, 'garbled'],
    ['an unknown county', product({ counties: ['05998'] }), 'garbled'],
    ['a product for the whole state', { ...product(), text: product().text.replace('ARC119', 'ARC000') }, 'garbled'],
    ['a polygon elsewhere', product({ polygon: littleRock.map(([lat, lon]) => [lat + 9, lon] as const) }), 'garbled'],
    ['one with a polygon far from its county', product({ counties: ['05007'] }), 'garbled'],
    ['one without a polygon', { ...product(), text: product().text.replace('LAT...LON', 'LATLON') }, 'garbled'],
    ['one that ends before it begins', product({ ends: at(-3) }), 'garbled'],
    ['one from the future', product({ issued: at(30) }), 'garbled'],
    ['one from an hour ago', product({ issued: at(-60) }), 'outdated'],
    [
      'a hazard that the list tells soon enough',
      { ...product(), text: product().text.replace('.TO.W.', '.WI.Y.') },
      'other',
    ],
  ])('is refused: %s', (_what, said, rejection) => {
    expect(read(said)).toEqual(rejected(rejection));
  });

  it('is refused when it is longer than any product', () => {
    const said = product();
    const text = said.text.replace('&&', `${'A'.repeat(200_000)}\n&&`);
    expect(read({ ...said, text })).toEqual(rejected('garbled'));
  });

  it('never crashes the parser, however malformed it is', () => {
    const { text } = product();
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(40), fc.string({ maxLength: 12 }), (from, length, instead) => {
        const damaged = { ...product(), text: text.slice(0, from) + instead + text.slice(from + length) };
        for (const { message } of read(damaged).messages) {
          expect(message.alert.counties.length).toBeGreaterThan(0);
          expect(message.alert.statewide).toBe(false);
        }
      }),
    );
  });
});

describe('a multi-part product', () => {
  const bodyOf = (parts: readonly Product[]) => {
    const collected = new ProductParts();
    return parts.map((part) => {
      const text = readTextProduct(part.text);
      if (!text || !isPart(text.heading)) throw new Error('not a part');
      return collected.add(text.heading, text.body, 0);
    });
  };

  it.each([2, 3, 5])('is parsed when all %i parts have arrived, in any order and repeated', (count) => {
    const full = product();
    const parts = inParts(full, count);
    const shuffled = [...parts.toReversed(), parts[0]].flatMap((part) => part ?? []);
    const body = bodyOf(shuffled).find((each) => each !== undefined);
    const text = readTextProduct(full.text);
    if (body === undefined || !text) throw new Error('not complete');
    expect(readProduct(full, { ...text, body }, now).messages[0]?.message.alert.counties).toEqual(['05119']);
  });

  it('is not parsed while a part is missing', () => {
    expect(bodyOf(inParts(product(), 3).slice(1))).toEqual([undefined, undefined]);
  });
});

it.each([
  ['ARC045-085>089-OKC001-222345-', ['ARC045', 'ARC085', 'ARC087', 'ARC089', 'OKC001']],
  ['ARZ004>006-\n012-OKZ073-230100-', ['ARZ004', 'ARZ005', 'ARZ006', 'ARZ012', 'OKZ073']],
  ['ARC119-', undefined],
  ['ARC119-1x9-222345-', undefined],
  ['ARC119>005-222345-', undefined],
])('the area %j', (line, codes) => {
  expect(readUgc(`Severe Weather Statement\n\n${line}\n/O.CON…/`)).toEqual(codes);
});

it.each([
  ['an endless list', 'ARC085-\n'.repeat(15_000)],
  ['repeated beginnings', 'ARC085-100'.repeat(12_000)],
  ['spaces instead of an end', `ARC085-222345-${' '.repeat(120_000)}x`],
])('area codes are parsed in linear time: %s', (_what, segment) => {
  const before = performance.now();
  expect(readUgc(segment)).toBeUndefined();
  expect(performance.now() - before).toBeLessThan(500);
});
