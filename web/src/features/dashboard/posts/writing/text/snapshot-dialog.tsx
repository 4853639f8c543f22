import type { Snapshot } from '@site/proto/submissions/v1/snapshots.answers';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PagedList } from '../../../../../dashboard-kit/list/loaded.js';
import { pagedQuery } from '../../../../../dashboard-kit/list/paged-query.js';
import { Dialog } from '../../../../../ui/dialogs/dialog.js';
import { StoredPicture } from '../../../../../ui/picture.js';
import { Loading, Skeleton } from '../../../../../ui/skeleton.js';

interface SnapshotDialogProps {
  onChoose: (id: string) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

const photosQuery = pagedQuery<Snapshot>(['snapshots', 'to choose'], '/main/snapshots', { limit: '24' });
const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3';

/** Lists approved photos, newest first; a click inserts one into the text. */
export function SnapshotDialog({ onChoose, onClose, returnFocusTo }: SnapshotDialogProps) {
  const photos = useInfiniteQuery(photosQuery);
  return (
    <Dialog open onClose={onClose} width="photo" title="Choose a photo" returnFocusTo={returnFocusTo}>
      <PagedList
        query={photos}
        failure="We couldn’t load the photos."
        empty={<p>No photos have been approved yet.</p>}
        placeholder={
          <Loading label="Loading the photos" className={grid}>
            {[0, 1, 2].map((index) => (
              <Skeleton key={index} className="aspect-4/3" />
            ))}
          </Loading>
        }
      >
        {(found) => (
          <ul className={grid}>
            {found.map(({ id, picture, file, first_name: first, last_name: last, location, comment }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onChoose(id)}
                  className="block w-full overflow-hidden rounded-md text-left ring-1 ring-line ring-inset hover:bg-surface-raised"
                >
                  <span className="relative block aspect-4/3 overflow-hidden bg-surface-raised">
                    <StoredPicture
                      picture={picture}
                      src={file}
                      alt={comment}
                      sizes="280px"
                      className="absolute inset-0 size-full"
                    />
                  </span>
                  <span className="line-clamp-2 p-2 text-sm wrap-anywhere">
                    {first} {last}, {location}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  );
}
