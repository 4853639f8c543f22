import { providersBelow } from '../../../../simulator/addresses.mjs';

/** Every way in which providers are made to fail, as simulator modes (simulator/README.md). */

const all = (behaviour) => () => behaviour;
const weather = ['nws', 'weatherapi'];

/** Wrong content in the weather documents; the other providers return an error meanwhile. */
const content = (mode) => (provider) => (weather.includes(provider) ? { mode } : { mode: 'http', status: 500 });

/**
 * `of(provider)`: the behavior. `asksToWaitMs`: the Retry-After sent by the provider. `isHarmless`: not a failure, and
 * must not be mistaken for one.
 */
export const breakages = [
  { name: 'slow (5 s)', of: all({ mode: 'slow', delay_ms: 5_000 }) },
  { name: 'hangs', of: all({ mode: 'hang' }) },
  { name: 'a byte a second', of: all({ mode: 'drip' }) },
  { name: 'cut in the middle', of: all({ mode: 'reset' }) },
  { name: '401', of: all({ mode: 'http', status: 401 }) },
  { name: '403 with a web page', of: all({ mode: 'html', status: 403 }) },
  { name: '429 with Retry-After', of: all({ mode: 'http', status: 429 }), asksToWaitMs: 30_000 },
  { name: '500', of: all({ mode: 'http', status: 500 }) },
  { name: '503 with Retry-After', of: all({ mode: 'http', status: 503 }), asksToWaitMs: 30_000 },
  { name: '200 with a web page', of: all({ mode: 'html' }) },
  { name: 'truncated JSON', of: all({ mode: 'malformed' }) },
  { name: 'wrong content type', of: content('content_type') },
  { name: 'words for numbers', of: content('wrong_type') },
  { name: 'numbers without end', of: content('infinite') },
  { name: 'empty', of: all({ mode: 'empty' }) },
  { name: 'null', of: all({ mode: 'null' }) },
  { name: 'renamed fields', of: content('renamed') },
  { name: '50 MB', of: all({ mode: 'huge' }) },
  { name: 'gzip bomb', of: all({ mode: 'gzip_bomb' }) },
  { name: 'redirect', of: all({ mode: 'redirect' }) },
  { name: '200 and 88 hours old', of: content('stale') },
  { name: 'from the future', of: content('future') },
  {
    name: 'one of two works',
    of: (provider) => (provider === 'nws' ? { mode: 'ok' } : { mode: 'http', status: 500 }),
    isHarmless: true,
  },
];

export const quickBreakages = new Set(['hangs', '500', '200 and 88 hours old']);

const deadHosts = (url) => ({
  ...providersBelow(url),
  WEATHERAPI_KEY: 'any',
  MAPBOX_TOKEN: 'pk.any',
  OPENWEATHER_KEY: 'any',
});

/** Unreachable hosts: a name that never resolves (`.invalid`, RFC 6761), and a port without a listener. */
export const hostFailures = [
  { name: 'dead DNS', environment: deadHosts('https://provider.invalid') },
  { name: 'nobody listens', environment: deadHosts('http://127.0.0.1:9') },
];
