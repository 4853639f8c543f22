import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installation } from './overlay-cases.js';
import type { Manifest } from './manifests.js';

/** Maximum connections to Postgres, to Redis and between processes. */

const root = join(import.meta.dirname, '../..');
const source = (file: string) => readFileSync(join(root, file), 'utf8');
const figure = (file: string, pattern: RegExp): number => Number(pattern.exec(source(file))![1]);

const workerFiles: Record<string, string> = {
  worker: 'services/submissions/src/worker/mail-parts.ts',
  'picture-worker': 'services/submissions/src/worker/image-parts.ts',
};

/** Maximum connections of one replica's pools. */
export const poolsOf = (part: string, poolMax: number): number => {
  const file = workerFiles[part];
  return file ? Math.min(poolMax, figure(file, /maxConnections = (\d+)/)) : poolMax;
};

/** Each on one connection (`ListenConnection`). */
const listening = ['auth', 'content', 'notifications', 'notifications-sender', 'submissions', 'weather-proxy'];

/** One per queue that a part adds jobs to. Consumers have two more, one of which blocks (`queue.test.ts`). */
const redis: Record<string, number> = {
  auth: 1,
  content: 2,
  gateway: 1,
  'picture-worker': 3,
  submissions: 3,
  worker: 6,
};

/** A process's channels, each with a connection to every replica, and open streams. */
const calls: { from: string; to: string; channels: number; streams: number }[] = [
  ...['auth', 'content', 'submissions', 'weather-proxy', 'notifications'].map((to) => ({
    from: 'gateway',
    to,
    channels: 1,
    streams: 1,
  })),
  { from: 'notifications', to: 'weather-proxy', channels: 1, streams: 1 },
  { from: 'worker', to: 'auth', channels: 1, streams: 0 },
  { from: 'worker', to: 'content', channels: 2, streams: 0 },
  { from: 'worker', to: 'notifications', channels: 1, streams: 0 },
  { from: 'picture-worker', to: 'content', channels: 1, streams: 0 },
];

export interface Part {
  name: string;
  /** Minimum, and autoscaler maximum. */
  least: number;
  max: number;
  /** Of one replica: pools, and those that LISTEN. */
  pool: number;
  listening: number;
  /** Of one replica. */
  redis: number;
}

/** Returns an overlay's parts, with one replica's connections each. */
export function partsOf(manifests: Manifest[]): Part[] {
  const { deployments, ofKind } = installation(manifests);
  const poolMax = Number(
    ofKind('ConfigMap').find(({ data }) => data?.['DATABASE_POOL_MAX'])!.data!['DATABASE_POOL_MAX'],
  );
  const scaled = [...ofKind('HorizontalPodAutoscaler'), ...ofKind('ScaledObject')];
  return deployments.map(({ name, pod, spec }) => {
    const scaler = scaled.find((each) => each.spec!.scaleTargetRef!.name === name)?.spec;
    const usesDatabase = 'arkansas-weather/reaches-postgres' in pod.metadata.labels;
    return {
      name,
      least: scaler?.minReplicas ?? scaler?.minReplicaCount ?? spec.replicas!,
      max: scaler?.maxReplicas ?? scaler?.maxReplicaCount ?? spec.replicas!,
      pool: usesDatabase ? poolsOf(name, poolMax) : 0,
      listening: listening.includes(name) ? 1 : 0,
      redis: redis[name] ?? 0,
    };
  });
}

/** Migrations, backup, samples and those reserved for superusers. */
const otherConnections = 30;

/** Required: all autoscalers at their maximum, one extra pod each for a rollout, and the steps. */
export const postgresConnections = (parts: Part[]): number =>
  parts.reduce((sum, { max, pool, listening }) => sum + (max + 1) * (pool + listening), otherConnections);

const table = (heads: string[], rows: (string | number)[][]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The tables in docs/operations/scale.md. */
export function connectionTables(parts: Part[]): string {
  const part = (name: string) => parts.find((each) => each.name === name)!;
  const sum = (of: (part: Part) => number) => parts.reduce((all, each) => all + of(each), 0);
  const inPostgres = ({ pool, listening }: Part) => pool + listening;
  const stores = table(
    ['part', 'replicas', 'Postgres, of one: pools + LISTEN', 'of all', 'Redis, of one', 'of all'],
    [
      ...parts.map((each) => [
        each.name,
        each.least === each.max ? each.max : `${each.least}–${each.max}`,
        inPostgres(each) === 0 ? '–' : `${each.pool} + ${each.listening}`,
        inPostgres(each) === 0 ? '–' : each.max * inPostgres(each),
        each.redis || '–',
        each.redis === 0 ? '–' : each.max * each.redis,
      ]),
      [
        '**all**',
        sum(({ max }) => max),
        '',
        sum((each) => each.max * inPostgres(each)),
        '',
        sum((each) => each.max * each.redis),
      ],
    ],
  );
  const between = calls.map(({ from, to, channels, streams }) => {
    const { max } = part(from);
    return [`${from} → ${to}`, max * channels * part(to).max, max * streams] as const;
  });
  const sumOf = (column: 1 | 2) => between.reduce((all, row) => all + row[column], 0);
  const grpc = table(
    ['gRPC', 'connections', 'streams that stay open'],
    [
      ...between.map(([edge, connections, streams]) => [edge, connections, streams || '–']),
      ['**all**', sumOf(1), sumOf(2)],
    ],
  );
  return `${stores}\n\n${grpc}`;
}
