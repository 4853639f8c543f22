import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { useSearchWords } from '../../../dashboard-kit/list/search-words.js';
import { TokenNeeded } from '../../../dashboard-kit/token-needed.js';
import { Button } from '../../../ui/button.js';
import { acceptedPictures } from '../../../ui/forms/picture-picker.js';
import { Tabs } from '../../../ui/tabs.js';
import { MediaList } from './media-list.js';
import { Photos } from './photos.js';
import { UploadList } from './upload-list.js';
import { useUploadQueue } from './upload-queue.js';

const title = 'Pictures';
type Tab = 'pictures' | 'photos';

/** /dashboard/media: the media library; `?tab=photos` opens the approved visitor photos. */
export function Page() {
  return (
    <TokenNeeded title={title}>
      <Library />
    </TokenNeeded>
  );
}

function Library() {
  const [words, setWords] = useSearchWords();
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
            accept={acceptedPictures}
            aria-label="Pictures to upload"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              queue.add([...(event.target.files ?? [])]);
              // Reset, so that the same file can be chosen again.
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
          { value: 'pictures', label: title, content: <MediaList words={words} onSearch={setWords} /> },
          { value: 'photos', label: 'Photos', content: <Photos /> },
        ]}
      />
    </AdminPage>
  );
}
