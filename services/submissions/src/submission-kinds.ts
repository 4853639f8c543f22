import type { ObjectStore } from '@site/platform/data/object-store';
import type { OnImageFinished } from '@site/platform/lifecycle/image-ledger';
import type { TrashKind } from '@site/platform/lifecycle/trash';
import type { EntityManager } from 'typeorm';
import { contactKind } from './contact/contact-message.entity.js';
import { snapshotKind } from './snapshots/snapshot.kind.js';
import { sponsorKind } from './sponsors/sponsor.kind.js';
import type { SubmissionKind } from './submission-kind.js';

/** Submission kinds, for trash, retention and pictures. */
export const submissionKinds: SubmissionKind[] = [snapshotKind, sponsorKind, contactKind];

/** Binds the kinds' `restored` to the object store. */
export const trashKinds = (store: ObjectStore): TrashKind[] =>
  submissionKinds.map(({ restored, ...kind }) => ({
    ...kind,
    restored: async (manager, id) => restored?.(manager, id, store),
  }));

/** Passes a finished image to the kind that owns it. */
export const onImageFinished: OnImageFinished = async (manager, image) =>
  submissionKinds.find((kind) => kind.picture?.kind === image.kind)?.picture?.finished(manager, image);

/** Returns whether a row of any kind, also in the trash, has the image. */
export async function isReferredTo(manager: EntityManager, imageId: string): Promise<boolean> {
  const rows = submissionKinds.flatMap(({ table, picture }) =>
    picture ? [`SELECT FROM ${table} WHERE ${picture.column} = $1`] : [],
  );
  return (await manager.query<unknown[]>(rows.join(' UNION ALL '), [imageId])).length > 0;
}
