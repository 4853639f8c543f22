import { ApiError } from '../../api/api.js';

/** Returns whether a call failed because its session ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** The part of a query that an interval depends on. */
interface QueryLike<Data> {
  state: { data: Data | undefined; error: Error | null };
}

/** A `refetchInterval` that pauses while the user is signed out: only signing in can help. */
export function whileSignedIn<Data>(intervalMs: (data: Data | undefined) => number) {
  return ({ state }: QueryLike<Data>): number | false => (isSignedOut(state.error) ? false : intervalMs(state.data));
}
