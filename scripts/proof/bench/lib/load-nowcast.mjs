import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from '../../../lib/checkout.mjs';

/** Compiles the extrapolation from its sources, so that a change needs no build. */
export async function loadNowcast() {
  const file = join(root, 'out/bench/nowcast.mjs');
  mkdirSync(join(root, 'out/bench'), { recursive: true });
  const bundle = await rolldown({
    input: join(root, 'services/weather-proxy/src/nowcast/nowcast.ts'),
    platform: 'node',
  });
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return import(pathToFileURL(file).href);
}
