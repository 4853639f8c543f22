import type { MediaItem } from '@site/proto/content/v1/media.answers';
import { mediaEditInput } from '@site/proto/content/v1/media.schema';
import { useQueryClient } from '@tanstack/react-query';
import { Images, SearchX } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { ApiError, request } from '../../../api/api.js';
import { ResourceEditor } from '../../../dashboard-kit/editor/resource-editor.js';
import { deleteThing, described } from '../../../dashboard-kit/editor/resource.js';
import { cardGridLook } from '../../../dashboard-kit/list/card-grid.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { useDeleteWithUndo } from '../../../dashboard-kit/list/delete-with-undo.js';
import { EmptyState } from '../../../ui/lists/empty-state.js';
import { ItemActions } from '../../../dashboard-kit/list/item-actions.js';
import { ListOrder } from '../../../dashboard-kit/list/list-order.js';
import { PagedList } from '../../../dashboard-kit/list/loaded.js';
import { SearchBox } from '../../../dashboard-kit/list/search-box.js';
import { altHint, mediaAddress, useMedia } from '../../../dashboard-kit/media/media.js';
import { AltMissing, MediaThumb } from '../../../dashboard-kit/media/media-thumb.js';
import { amount } from '../../../ui/figures.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { useToast } from '../../../ui/toast.js';
import { FocalField } from './focal-field.js';
import { UsedIn } from './used-in.js';

const resource = described<MediaItem>({
  kind: 'media',
  nameOf: ({ name }) => name,
  input: mediaEditInput.omit({ media_id: true }),
  fields: {
    focal_x: { type: 'own', label: 'Focal point', Control: FocalField },
    focal_y: { type: 'own', label: 'Focal point' },
    name: { label: 'Name', hint: 'Used for search. Readers don’t see it.' },
    alt: { type: 'lines', label: 'Alt text', hint: altHint, rows: 2 },
    credit: { label: 'Credit', hint: 'Who made it. Shown below the picture in posts.' },
  },
  Below: UsedIn,
  find: async (id) => {
    try {
      return (await request<MediaItem>(`${mediaAddress}/${encodeURIComponent(id)}`)).data;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  },
  edit: { title: 'Edit picture', done: ({ name }) => `Saved “${name}”.` },
  remove: {
    title: 'Delete picture?',
    question: 'It’s removed from the library. You can restore it for 30 days.',
    failed: 'We couldn’t delete the picture. Try again.',
  },
});

interface MediaListProps {
  words: string;
  onSearch: (words: string) => void;
}

/** The media library: search, edit and delete. */
export function MediaList({ words, onSearch }: MediaListProps) {
  const client = useQueryClient();
  const showToast = useToast();
  const media = useMedia(words);
  const region = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<MediaItem>();
  const deletion = useDeleteWithUndo<MediaItem>('media', {
    ...resource.remove,
    // While the picture is in use, the server's error lists where.
    prefersServerText: true,
    remove: ({ id }) => deleteThing(mediaAddress, id),
    focusAfter: () => region.current,
  });

  return (
    <>
      {(words || media.data?.length !== 0) && (
        <SearchBox label="Search pictures" words={words} onSearch={onSearch} className="mb-6" />
      )}
      <div
        ref={region}
        tabIndex={-1}
        role="group"
        aria-label="Pictures"
        aria-busy={media.isPlaceholderData || undefined}
      >
        <PagedList
          query={media}
          failure="We couldn’t load the pictures. Try again."
          placeholder={<Placeholder />}
          empty={
            words ? (
              <EmptyState Icon={SearchX}>No pictures match “{words}”.</EmptyState>
            ) : (
              <EmptyState Icon={Images}>
                There are no pictures yet. Pictures that you upload here, or with a post, a team member or the logo, are
                kept here.
              </EmptyState>
            )
          }
        >
          {(items) => (
            <>
              <ListOrder
                count={items.length}
                hasMore={media.hasNextPage}
                words={['picture', 'pictures']}
                order="newest first"
              />
              <ul className={cardGridLook}>
                {items.map((item) => (
                  <MediaCard
                    key={item.id}
                    item={item}
                    onEdit={() => setEdited(item)}
                    onDelete={() => deletion.ask(item)}
                  />
                ))}
              </ul>
            </>
          )}
        </PagedList>
      </div>
      {edited && (
        <ResourceEditor
          resource={resource}
          thing={edited}
          onSaved={({ data }) => {
            showToast(resource.edit.done?.(data) ?? '');
            reloadChanged(client, 'media');
            setEdited(undefined);
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deletion.dialog}
    </>
  );
}

interface MediaCardProps {
  item: MediaItem;
  onEdit: () => void;
  onDelete: () => void;
}

function MediaCard({ item, onEdit, onDelete }: MediaCardProps) {
  const nameId = useId();
  return (
    <li className="card flex flex-col overflow-hidden">
      <MediaThumb item={item} />
      <div className="flex flex-1 flex-col gap-1 p-4 pb-0 wrap-anywhere">
        <h2 id={nameId} title={item.name} className="line-clamp-2 text-lg">
          {item.name}
        </h2>
        {item.alt ? <p className="line-clamp-3 text-ink-soft">{item.alt}</p> : <AltMissing />}
        {item.credit && <p className="text-sm text-ink-soft">Credit: {item.credit}</p>}
        <p className="figures text-sm text-ink-soft">
          {item.uses === 0 ? 'Not used' : `Used in ${amount(item.uses, 'place', 'places')}`}
        </p>
      </div>
      <ItemActions describedBy={nameId} onDelete={onDelete} onEdit={onEdit} className="mt-auto p-4" />
    </li>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the pictures" className={cardGridLook}>
      {Array.from({ length: 6 }, (_none, index) => (
        <span key={index} className="card block overflow-hidden">
          <Skeleton className="aspect-4/3 rounded-none" />
          <span className="block p-4">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="mt-4 h-11 rounded-full" />
          </span>
        </span>
      ))}
    </Loading>
  );
}
