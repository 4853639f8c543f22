import { counties } from '@site/regions/counties';
import { state } from '@site/regions/state';
import { warningProduct } from '../../../../simulator/xmpp/products.js';
import { readTextProduct } from './product-text.js';
import { mayConcernUs, readProduct } from './read-product.js';

/** Runs for the chosen state: `STATE=OK npm test -- another-state`. */

const now = Date.parse('2026-11-23T00:12:00Z');
const county = counties[0]!;
const { lat, lon } = county;

const product = warningProduct({
  kind: 'tornado',
  action: 'NEW',
  number: '0042',
  issued: new Date(now),
  begins: new Date(now),
  ends: new Date(now + 45 * 60_000),
  counties: [county.fips],
  polygon: [
    [lat - 0.1, lon - 0.1],
    [lat + 0.1, lon - 0.1],
    [lat + 0.1, lon + 0.1],
    [lat - 0.1, lon + 0.1],
  ],
});

const read = (text: string) => readProduct({ ...product, text }, readTextProduct(text)!, now);

it('accepts a warning for a county of the state', () => {
  expect(mayConcernUs(product)).toBe(true);
  expect(read(product.text).messages[0]?.message.alert).toMatchObject({
    event: 'Tornado Warning',
    counties: [county.fips],
    zones: [`${state.postalCode}C${county.fips.slice(2)}`],
  });
});

it('drops a warning for another state', () => {
  const elsewhere = product.text.replaceAll(`${state.postalCode}C`, 'ZZC');
  expect(mayConcernUs({ text: elsewhere })).toBe(false);
  expect(read(elsewhere)).toEqual({ messages: [], endings: [], refusals: ['elsewhere'] });
});
