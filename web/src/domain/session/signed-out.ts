import { ApiError } from '../../api/api.js';

/** True for the answer to a call whose session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** As much of a query as an interval depends on. */
interface QueryLike<Data> {
  state: { data: Data | undefined; error: Error | null };
}

/** A `refetchInterval` that rests while nobody is signed in: asking again needs a person, not time. */
export function whileSignedIn<Data>(intervalMs: (data: Data | undefined) => number) {
  return ({ state }: QueryLike<Data>): number | false => (isSignedOut(state.error) ? false : intervalMs(state.data));
}
