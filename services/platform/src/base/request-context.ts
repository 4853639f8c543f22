/** The current request's id and caller, wherever the code runs asynchronously. */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestContext {
  /** Created by the gateway and passed through every process. */
  requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext | undefined>();

/** Runs `work`, whose log lines and outgoing calls then carry the request's id. */
export const runInContext = <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work);

/**
 * Runs work that outlives the request or serves several: timers, cache refreshes, loops, and workers started on demand.
 * Otherwise its log lines would carry the id of the request that happened to start it.
 */
export const inBackground = <Result>(work: () => Result): Result => storage.run(undefined, work);

/** Returns undefined in background work. */
export const currentContext = (): RequestContext | undefined => storage.getStore();
