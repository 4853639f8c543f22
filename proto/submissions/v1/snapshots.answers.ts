import { z } from 'zod';
import { integer, text, textOrNull } from '../../answers.js';
import { moderatedPictureAnswer, pictureAnswer } from '../../pictures/v1/pictures.answers.js';

const common = {
  id: text,
  file: textOrNull.describe('The address of the largest size that every browser can show.'),
  first_name: text,
  last_name: text,
  location: text,
  comment: text,
};

/** A photo as shown publicly. */
export const snapshotAnswer = z.strictObject({ ...common, picture: pictureAnswer.nullable(), approved_at: text });
export type Snapshot = z.infer<typeof snapshotAnswer>;

/** A photo as shown to moderators, including its sender. */
export const moderatedSnapshotAnswer = z.strictObject({
  ...common,
  email: text,
  status: z.enum(['pending', 'approved', 'rejected']),
  created_at: text,
  decided_at: textOrNull,
  reject_reason: textOrNull,
  decided_by_name: textOrNull.describe('Who decided; null while pending, and where that is not known.'),
  picture: moderatedPictureAnswer.nullable(),
});
export type ModeratedSnapshot = z.infer<typeof moderatedSnapshotAnswer>;

export const snapshotListsAnswer = z.strictObject({
  approvedSnapshots: z.array(moderatedSnapshotAnswer),
  pendingSnapshots: z.array(moderatedSnapshotAnswer),
});
export type SnapshotLists = z.infer<typeof snapshotListsAnswer>;

/** The outcome for one of several photos; if both are null, it was deleted. */
export const snapshotOutcomeAnswer = z.strictObject({
  id: text,
  snapshot: moderatedSnapshotAnswer.nullable().describe('The photo as it is now.'),
  failure: z
    .strictObject({
      status: integer.describe('What the call for this photo alone would have answered.'),
      message: text,
    })
    .nullable()
    .describe('Why it was not done; null when it was.'),
});
export type SnapshotOutcome = z.infer<typeof snapshotOutcomeAnswer>;
