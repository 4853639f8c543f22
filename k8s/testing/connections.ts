import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installation } from './overlay-cases.js';
import type { Manifest } from './manifests.js';

/** Maximum connections to Postgres and Redis. */

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

export interface Part {
  name: string;
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

/** With all autoscalers at their maximum. */
export const redisConnections = (parts: Part[]): number => parts.reduce((sum, { max, redis }) => sum + max * redis, 0);
