import { conflict } from '@site/proto/grpc';

/** ABORTED: somebody else was faster. */
export const changedMeanwhile = () =>
  conflict('Someone else changed this in the meantime. Reload to see the latest version.');

/** @throws ABORTED when the row is no longer the one that the editor saw; without an expectation any will do */
export function refuseOldVersion(expected: number | undefined, present: number): void {
  if (expected !== undefined && expected !== present) throw changedMeanwhile();
}
