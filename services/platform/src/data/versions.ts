/** Optimistic concurrency: an edit of an outdated version is refused. */
import { conflict } from '@site/proto/grpc';

/** Returns ABORTED, which the gateway renders as 409. */
export const changedMeanwhile = () =>
  conflict('Someone else changed this in the meantime. Reload to see the latest version.');

/** @throws ABORTED when the row has changed since it was loaded; without `expected` any version is accepted */
export function assertCurrentVersion(expected: number | undefined, present: number): void {
  if (expected !== undefined && expected !== present) throw changedMeanwhile();
}
