import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectionTables, partsOf, postgresConnections } from './testing/connections.js';
import { read } from './testing/render.js';

/** Tables of connections in docs/operations/scale.md; `UPDATE_TABLES=1 npx jest k8s/connections` rewrites them. */

const manual = join(import.meta.dirname, '../docs/operations/scale.md');
const begin = '<!-- connections: written by k8s/connections.test.ts -->';
const end = '<!-- end of connections -->';

describe('connections of the production overlay', () => {
  const parts = partsOf(read('production'));
  const tables = connectionTables(parts);

  if (process.env['UPDATE_TABLES'])
    beforeAll(() => {
      const before = readFileSync(manual, 'utf8').split(begin)[0]!;
      const after = readFileSync(manual, 'utf8').split(end)[1]!;
      writeFileSync(manual, `${before}${begin}\n\n${tables}\n\n${end}${after}`);
    });

  it('match the documentation', () => {
    const [, written] = readFileSync(manual, 'utf8').split(begin);
    const withoutPadding = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---').trim();
    expect(withoutPadding(written!.split(end)[0]!)).toBe(withoutPadding(tables));
  });

  it('suffice for 20 gateways and 6 weather-proxies, as documented', () => {
    const max = Object.fromEntries(parts.map((part) => [part.name, part.max]));
    expect(max).toMatchObject({ gateway: 20, 'weather-proxy': 6 });
    const [, message] = /together (\d+) with one more pod of each/.exec(readFileSync(manual, 'utf8'))!;
    expect(Number(message)).toBe(postgresConnections(parts));
  });
});
