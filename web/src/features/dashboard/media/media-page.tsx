import type { Snapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Camera, ExternalLink, ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AdminPage, TokenNeeded } from '@/dashboard-kit/admin-page.js';
import { cardGridClassName, PagedList } from '@/dashboard-kit/list/paged-list.js';
import { pagedQuery } from '@/dashboard-kit/list/queries.js';
import { useSearchText } from '@/dashboard-kit/list/search-box.js';
import { UploadList, useUploadQueue } from '@/dashboard-kit/media/uploads.js';
import { slideAlt, toSlide } from '@/components/content/slide.js';
import { Button } from '@/ui/button.js';
import { acceptedImages } from '@/ui/forms/image-picker.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { FallbackImage } from '@/ui/image.js';
import { Loading } from '@/ui/skeleton.js';
import { Tabs } from '@/ui/tabs.js';
import { MediaList } from './media-list.js';

const title = 'Pictures';
type Tab = 'pictures' | 'photos';

/** `?tab=photos` opens the approved visitor photos. */
export function Page() {
  return (
    <TokenNeeded title={title}>
      <Library />
    </TokenNeeded>
  );
}

function Library() {
  const [searchText, setSearchText] = useSearchText();
  const [search, setSearch] = useSearchParams();
  const queue = useUploadQueue();
  const input = useRef<HTMLInputElement>(null);
  const tab: Tab = search.get('tab') === 'photos' ? 'photos' : 'pictures';
  return (
    <AdminPage
      title={title}
      note="Pictures for posts, the team and the logo."
      action={
        <>
          <input
            ref={input}
            type="file"
            multiple
            accept={acceptedImages}
            aria-label="Pictures to upload"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              queue.add([...(event.target.files ?? [])]);
              // Lets the same file be chosen again.
              event.target.value = '';
            }}
          />
          <Button onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden="true" size={20} />
            Upload pictures
          </Button>
        </>
      }
    >
      <UploadList files={queue.files} onRetry={queue.retry} onClear={queue.clear} />
      <Tabs<Tab>
        label={title}
        value={tab}
        onChange={(next) => setSearch(next === 'photos' ? { tab: next } : {}, { replace: true })}
        tabs={[
          { value: 'pictures', label: title, content: <MediaList searchText={searchText} onSearch={setSearchText} /> },
          { value: 'photos', label: 'Photos', content: <Photos /> },
        ]}
      />
    </AdminPage>
  );
}

const photosQuery = pagedQuery<Snapshot>(['snapshots', 'library'], '/main/snapshots', { limit: '24' });

/** Posts show visitor photos unchanged, with the sender's name. */
function Photos() {
  const photos = useInfiniteQuery(photosQuery);
  return (
    <>
      <p className="mb-4 max-w-2xl text-ink-soft">
        Approved visitor photos. Add one to a post with “Visitor’s photo”. Its place and sender are shown with it.
      </p>
      <PagedList
        query={photos}
        failure="We couldn’t load the photos. Try again."
        placeholder={<Loading label="Loading the photos" className={cardGridClassName} count={6} each="aspect-4/3" />}
        empty={<EmptyState Icon={Camera}>No photos have been approved yet.</EmptyState>}
      >
        {(found) => (
          <ul className={cardGridClassName}>
            {found.map((snapshot) => (
              <Photo key={snapshot.id} snapshot={snapshot} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function Photo({ snapshot }: { snapshot: Snapshot }) {
  const slide = toSlide(snapshot);
  return (
    <li className="card flex flex-col overflow-hidden">
      <span className="relative block aspect-4/3 overflow-hidden bg-surface-raised">
        <FallbackImage
          image={slide.imageInfo}
          src={slide.image}
          alt={slideAlt(slide)}
          sizes="400px"
          className="absolute inset-0 size-full"
        />
      </span>
      <div className="flex flex-1 flex-col gap-1 p-4 wrap-anywhere">
        <h2 className="line-clamp-2 text-lg">{slide.location}</h2>
        <p className="text-sm text-ink-soft">Photo: {slide.author}</p>
        <p className="mt-auto pt-2 text-sm">
          <a
            href={`/snapshots?${new URLSearchParams({ id: snapshot.id })}`}
            target="_blank"
            rel="noopener"
            className="text-link inline-flex min-h-6 items-center gap-1.5"
          >
            View on the site
            <ExternalLink aria-hidden="true" size={14} />
            <span className="sr-only">
              : {slide.location}, {slide.author} (opens in a new tab)
            </span>
          </a>
        </p>
      </div>
    </li>
  );
}
