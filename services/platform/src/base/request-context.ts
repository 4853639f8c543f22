import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestContext {
  /** Created by the gateway and passed through every process. */
  requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const runInContext = <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work);

/** Returns undefined in background work. */
export const currentContext = (): RequestContext | undefined => storage.getStore();
