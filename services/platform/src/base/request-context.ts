import { AsyncLocalStorage } from 'node:async_hooks';

/** What log lines and calls to other processes need to know of the current request. */
export interface RequestContext {
  /** Made by the gateway, carried through every process. */
  requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with `context` visible to everything it starts. */
export const runInContext = <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work);

/** The current request; undefined in background work. */
export const currentContext = (): RequestContext | undefined => storage.getStore();
