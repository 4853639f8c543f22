import { z } from 'zod';
import { emailField, maxLength, optionalText, requiredLine } from '../../fields.js';

/** Fields of POST /main/snapshot/create, besides the file. */
export const snapshotInput = z
  .strictObject({
    first_name: requiredLine('First name', maxLength.name),
    last_name: requiredLine('Last name', maxLength.name),
    email: emailField,
    location: requiredLine('Location', maxLength.location),
    comment: optionalText('Comment', maxLength.comment),
  })
  .meta({ id: 'SnapshotInput' });

/** The version of /terms and /privacy that a sender agrees to. Change it with them. */
export const termsVersion = '2026-11-23';

export const snapshotFileField = 'snapshot_file_path';

/** Few enough for one response. */
export const maxDecisionsPerRequest = 50;

/** The sender is notified a moment later. */
export const undoSeconds = 30;

/** Body of a decision on several photos; the reason is for rejections. */
export const decideInput = z
  .strictObject({
    decision: z.enum(['approve', 'reject', 'delete', 'undo'], 'decision must be approve, reject, delete or undo'),
    ids: z
      .array(z.string('ids must be a list of ids').max(100, 'ids contains an invalid id'), 'ids must be a list')
      .min(1, 'ids must name at least one photo')
      .max(maxDecisionsPerRequest, `ids must name at most ${maxDecisionsPerRequest} photos`),
    reason: optionalText('Reason', maxLength.comment),
  })
  .meta({ id: 'DecideInput' });
export type DecideInput = z.infer<typeof decideInput>;
