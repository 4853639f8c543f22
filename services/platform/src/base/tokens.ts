import type { Logger } from 'pino';

export type { Logger };

/** What `startService` provides for injection. */
export const LOGGER = Symbol('logger');
export const OBJECT_STORE = Symbol('object store');
export const QUEUES = Symbol('queues');
