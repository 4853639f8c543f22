import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partsOf, postgresConnections, redisConnections } from './testing/connections.js';
import { read } from './testing/render.js';

/** Figures of docs/operations/scale.md. */

const manual = readFileSync(join(import.meta.dirname, '../docs/operations/scale.md'), 'utf8').replaceAll(/\s+/g, ' ');

describe('connections of the production overlay', () => {
  const parts = partsOf(read('production'));

  it('are those in the documentation', () => {
    expect(manual).toContain(
      `needs ${postgresConnections(parts)} connections to Postgres and ${redisConnections(parts)} to Redis`,
    );
  });

  it('have the number of replicas that the documentation names', () => {
    const max = Object.fromEntries(parts.map((part) => [part.name, part.max]));
    expect(manual).toContain(`${max['gateway']} gateways, ${max['weather-proxy']} weather-proxies`);
  });
});
