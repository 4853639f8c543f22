import type { ModeratedSnapshot, SnapshotLists } from '@site/proto/submissions/v1/snapshots.answers';
import { approvalHindrance, requestListsOf } from '../../../dashboard-kit/requests/request-lists.js';

/** Polling intervals. */
const intervalsMs = { processing: 2_000, nothingWaits: 15_000, otherwise: 60_000 };

export const listAddress = '/admin/main/snapshot';

/** Pending and approved photos. */
export const snapshots = requestListsOf<ModeratedSnapshot, SnapshotLists>({
  kind: 'snapshot',
  itemsOf: (data, state) => data[`${state}Snapshots`],
  refreshMs: (lists) => {
    const pending = lists?.pending.items ?? [];
    if (pending.some(({ picture }) => picture?.state === 'processing')) return intervalsMs.processing;
    return pending.length === 0 ? intervalsMs.nothingWaits : intervalsMs.otherwise;
  },
});

export const senderOf = ({ first_name: first, last_name: last }: ModeratedSnapshot) => `${first} ${last}`.trim();

/** Returns why a photo can't be approved right now; undefined if it can. */
export const hindranceOf = ({ picture }: ModeratedSnapshot) => approvalHindrance('picture', picture);
