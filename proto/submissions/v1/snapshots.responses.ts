import { z } from 'zod';
import { integer, text, textOrNull } from '../../responses.js';
import { moderatedImageResponse, imageResponse } from '../../images/v1/images.responses.js';

const common = {
  id: text,
  file: textOrNull.describe('URL of the largest size in a format every browser supports.'),
  first_name: text,
  last_name: text,
  location: text,
  comment: text,
};

export const snapshotResponse = z.strictObject({ ...common, picture: imageResponse.nullable(), approved_at: text });
export type Snapshot = z.infer<typeof snapshotResponse>;

/** A photo as shown to moderators, including its sender. */
export const moderatedSnapshotResponse = z.strictObject({
  ...common,
  email: text,
  status: z.enum(['pending', 'approved', 'rejected']),
  created_at: text,
  decided_at: textOrNull,
  reject_reason: textOrNull,
  decided_by_name: textOrNull.describe('Who decided; null while pending, and when unknown.'),
  picture: moderatedImageResponse.nullable(),
});
export type ModeratedSnapshot = z.infer<typeof moderatedSnapshotResponse>;

export const snapshotListsResponse = z.strictObject({
  approvedSnapshots: z.array(moderatedSnapshotResponse),
  pendingSnapshots: z.array(moderatedSnapshotResponse),
});
export type SnapshotLists = z.infer<typeof snapshotListsResponse>;

/** The latest other photos from the same address, and the number of all of them. */
export const senderHistoryResponse = z.strictObject({
  snapshots: z.array(moderatedSnapshotResponse).describe('At most ten, newest first.'),
  approved: integer,
  rejected: integer,
  pending: integer,
});
export type SenderHistory = z.infer<typeof senderHistoryResponse>;

/** The outcome for one of several photos; if both are null, it was deleted. */
export const snapshotOutcomeResponse = z.strictObject({
  id: text,
  snapshot: moderatedSnapshotResponse.nullable().describe('The photo after the decision.'),
  failure: z
    .strictObject({
      status: integer.describe('The status that a request for this photo alone would have returned.'),
      message: text,
    })
    .nullable()
    .describe('Why it failed; null on success.'),
});
export type SnapshotOutcome = z.infer<typeof snapshotOutcomeResponse>;
