import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checkout.mjs';

/** The state's constants, read from the contract's source (`proto/weather/v1/state.ts`): scripts run before anything is built. */
const source = readFileSync(join(root, 'proto/weather/v1/state.ts'), 'utf8');

function valueOf(name) {
  const [, value] = new RegExp(`^  ${name}: '([^']+)',$`, 'm').exec(source) ?? [];
  if (!value) throw new Error(`proto/weather/v1/state.ts does not say ${name}`);
  return value;
}

export const state = { name: valueOf('name'), fips: valueOf('fips'), timeZone: valueOf('timeZone') };
