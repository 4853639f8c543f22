import { ApiError } from '@/api/api.js';

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

interface QueryLike<Data> {
  state: { data: Data | undefined; error: Error | null };
}

/** A `refetchInterval` that pauses while the user is signed out. */
export function whileSignedIn<Data>(intervalMs: (data: Data | undefined) => number) {
  return ({ state }: QueryLike<Data>): number | false => (isSignedOut(state.error) ? false : intervalMs(state.data));
}
