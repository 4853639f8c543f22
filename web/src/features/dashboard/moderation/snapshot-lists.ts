import type { ModeratedSnapshot, SnapshotLists } from '@site/proto/submissions/v1/snapshots.answers';
import { approvalHindrance, requestListsOf } from '../../../dashboard-kit/requests/request-lists.js';

/** Soon while a picture is in work, now and then while nothing waits. */
const intervalsMs = { processing: 2_000, nothingWaits: 15_000, otherwise: 60_000 };

export const listAddress = '/admin/main/snapshot';

/** The photos that wait for a decision and those on the site. */
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

/** Why a photo cannot be approved at the moment; undefined when it can. */
export const hindranceOf = ({ picture }: ModeratedSnapshot) => approvalHindrance('picture', picture);
