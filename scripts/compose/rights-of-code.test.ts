import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { queuesOf } from '../../proto/queues.js';
import { redisUsers } from './redis-users.mjs';
import { serviceRoles } from './roles.mjs';

/**
 * Compares the use of Redis and Postgres in the services' sources with their permissions. Other tests show on real
 * servers that the permissions suffice.
 */

const root = join(import.meta.dirname, '../..');
const sourcesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)testing\//.test(file))
    .map((file) => join(root, folder, file));
const services = readdirSync(join(root, 'services')).filter((name) =>
  existsSync(join(root, 'services', name, 'src/main.ts')),
);

/** Includes the platform sources that they import. */
function sourcesOf(service: string): Map<string, string> {
  const content = new Map<string, string>();
  const left = sourcesBelow(`services/${service}/src`);
  for (let file = left.pop(); file; file = left.pop()) {
    if (content.has(file)) continue;
    const text = readFileSync(file, 'utf8');
    content.set(file, text);
    for (const [, name] of text.matchAll(/from '([^']+)'|import\('([^']+)'\)/g)) {
      const path = name?.startsWith('@site/platform/')
        ? join(root, 'services/platform/src', `${name.slice('@site/platform/'.length)}.ts`)
        : name?.startsWith('.')
          ? join(dirname(file), name.replace(/\.js$/, '.ts'))
          : undefined;
      if (path && existsSync(path)) left.push(path);
    }
  }
  return content;
}

/** Returns `file: queue`. */
const queuesUsed = (service: string) =>
  [...sourcesOf(service)].flatMap(([file, text]) =>
    [...text.matchAll(/\bqueue: (?:'(\w+)'|(imageQueue))/g)].map(([, name, images]) => ({
      file: relative(root, file),
      queue: images ? 'moderation' : name!,
    })),
  );

describe.each(services)('the sources of %s', (service) => {
  it('add jobs only to queues that the service opens', () => {
    const opened: readonly string[] = service in queuesOf ? queuesOf[service as keyof typeof queuesOf] : [];
    expect(queuesUsed(service).filter(({ queue }) => !opened.includes(queue))).toEqual([]);
  });

  it('open a queue only if they add jobs to it', () => {
    const opened: readonly string[] = service in queuesOf ? queuesOf[service as keyof typeof queuesOf] : [];
    const used = queuesUsed(service).map(({ queue }) => queue);
    expect(opened.filter((queue) => !used.includes(queue))).toEqual([]);
  });

  it('reference no table of another service’s schema', () => {
    const own = service === 'weather-proxy' ? 'weather' : service;
    const others = serviceRoles.filter((name) => name !== own).join('|');
    const foreign = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\\s+(?:${others})\\.\\w+`, 'g');
    const found = [...sourcesOf(service)].flatMap(([file, text]) =>
      [...text.matchAll(foreign)].map(([args]) => `${relative(root, file)}: ${args}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the gateway', () => {
  it('is the only process with its own keys in Redis, all below its prefix', () => {
    const connecting = [...services.map((name) => `services/${name}/src`), 'gateway/src']
      .flatMap(sourcesBelow)
      .filter((file) => readFileSync(file, 'utf8').includes('@site/platform/base/redis'))
      .map((file) => relative(root, file));
    expect(connecting).toEqual(['gateway/src/edge/rate-limit.guard.ts']);
    const [, prefix] = /this\.counter\(`(\w+:)/.exec(readFileSync(join(root, connecting[0]!), 'utf8')) ?? [];
    expect(redisUsers.gateway).toContain(`~${prefix}* `);
  });
});
