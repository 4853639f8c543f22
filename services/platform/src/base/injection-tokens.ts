import type { Logger } from 'pino';

export type { Logger };

/** Injection tokens that `startService` provides. */
export const LOGGER = Symbol('logger');
export const OBJECT_STORE = Symbol('object store');
export const QUEUES = Symbol('queues');
