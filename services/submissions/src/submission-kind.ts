/** A kind of submission: its row in the trash, and its image. */
import type { ObjectStore } from '@site/platform/data/object-store';
import type { OnImageFinished } from '@site/platform/lifecycle/image-ledger';
import type { ImageKind } from '@site/platform/lifecycle/images';
import type { TrashKind } from '@site/platform/lifecycle/trash';
import type { KindOf } from '@site/domain/kinds';
import type { EntityManager } from 'typeorm';

export interface SubmissionKind extends Omit<TrashKind, 'restored'> {
  type: KindOf<'submissions'>;
  picture?: {
    kind: ImageKind;
    column: string;
    /** Updates the row, in the transaction that finishes its picture. */
    finished: OnImageFinished;
  };
  /** Further work in the restoring transaction. */
  restored?: (manager: EntityManager, id: string, store: ObjectStore) => Promise<void>;
}
