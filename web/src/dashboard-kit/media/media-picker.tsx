/** Dialog for choosing an image from the media library or uploading one. */
import type { MediaItem } from '@site/proto/content/v1/media.responses';
import { useQueryClient } from '@tanstack/react-query';
import { ImagePlus, Images, SearchX } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { Loading } from '@/ui/skeleton.js';
import { reloadChanged } from '../list/queries.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { PagedList } from '../list/paged-list.js';
import { SearchBox } from '../list/search-box.js';
import { AltMissing, MediaThumb, useMedia } from './media.js';
import { MediaUpload } from './media-upload.js';

interface MediaPickerProps {
  open: boolean;
  title: string;
  /** The caller closes the dialog. An upload's alt text has just been entered. */
  onSelect: (item: MediaItem, isUpload: boolean) => void;
  onClose: () => void;
  /** As in `Dialog`. */
  returnFocusTo?: () => HTMLElement | null | undefined;
}

export function MediaPicker({ open, ...props }: MediaPickerProps) {
  return open ? <OpenPicker {...props} /> : null;
}

function OpenPicker({ title, onSelect, onClose, returnFocusTo }: Omit<MediaPickerProps, 'open'>) {
  const client = useQueryClient();
  const [uploading, setUploading] = useState(false);
  const [sending, setSending] = useState(false);
  const [selected, setSelected] = useState<MediaItem>();

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width="photo"
      dismissible={!sending}
      returnFocusTo={returnFocusTo}
      footer={
        uploading ? undefined : (
          <>
            <Button tone="secondary" className="mr-auto" onClick={() => setUploading(true)}>
              <ImagePlus aria-hidden="true" size={18} />
              Upload a picture
            </Button>
            <Button tone="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={() => selected && onSelect(selected, false)} aria-disabled={!selected || undefined}>
              Choose
            </Button>
          </>
        )
      }
    >
      {uploading ? (
        <MediaUpload
          onSending={setSending}
          onUploaded={(item) => {
            reloadChanged(client, 'media');
            onSelect(item, true);
          }}
          onCancel={() => setUploading(false)}
        />
      ) : (
        <MediaOptions selected={selected} onChange={setSelected} onSelect={(item) => onSelect(item, false)} />
      )}
    </Dialog>
  );
}

interface MediaOptionsProps {
  selected: MediaItem | undefined;
  onChange: (item: MediaItem) => void;
  /** On double click, or Enter on the chosen picture. */
  onSelect: (item: MediaItem) => void;
}

/** Posts' PDFs are in the library, too. */
const isImage = ({ file_bytes: bytes }: MediaItem) => bytes === undefined;

const gridClassName = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-3';

/** Radio buttons that look like pictures, so arrow keys move between them. */
function MediaOptions({ selected, onChange, onSelect }: MediaOptionsProps) {
  const name = useId();
  const [searchText, setSearchText] = useState('');
  const media = useMedia(searchText);
  return (
    <>
      <SearchBox label="Search pictures" searchText={searchText} onSearch={setSearchText} className="mb-4" />
      <PagedList
        query={media}
        failure="We couldn’t load the pictures. Try again."
        placeholder={<Loading label="Loading the pictures" className={gridClassName} count={8} each="aspect-4/3" />}
        empty={
          searchText ? (
            <EmptyState Icon={SearchX}>No pictures match “{searchText}”.</EmptyState>
          ) : (
            <EmptyState Icon={Images}>There are no pictures yet. Upload the first one.</EmptyState>
          )
        }
      >
        {(items) => (
          <fieldset aria-busy={media.isPlaceholderData || undefined}>
            <legend className="sr-only">Pictures</legend>
            <div className={gridClassName}>
              {items.filter(isImage).map((item) => (
                <MediaOption
                  key={item.id}
                  name={name}
                  item={item}
                  checked={item.id === selected?.id}
                  onChange={() => onChange(item)}
                  onSelect={() => onSelect(item)}
                />
              ))}
            </div>
          </fieldset>
        )}
      </PagedList>
    </>
  );
}

interface MediaOptionProps {
  name: string;
  item: MediaItem;
  checked: boolean;
  onChange: () => void;
  onSelect: () => void;
}

function MediaOption({ name, item, checked, onChange, onSelect }: MediaOptionProps) {
  const id = useId();
  const isBroken = item.picture.state === 'rejected' || item.picture.state === 'failed';
  return (
    <div onDoubleClick={isBroken ? undefined : onSelect} className="relative">
      <input
        id={id}
        type="radio"
        name={name}
        checked={checked}
        disabled={isBroken}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !checked) return;
          // Keeps the event from submitting the opener's form.
          event.preventDefault();
          onSelect();
        }}
        aria-describedby={`${id}-more`}
        className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <div
        className={classNames(
          'card h-full overflow-hidden ring-inset peer-hover:bg-surface-raised',
          'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-sky',
          checked && 'outline-3 outline-sky',
        )}
      >
        {isBroken ? (
          <span className="flex aspect-4/3 items-center justify-center p-2 text-center text-sm text-ink-soft">
            It couldn’t be prepared.
          </span>
        ) : (
          <MediaThumb item={item} />
        )}
        <div className="p-2">
          <label htmlFor={id} className="line-clamp-2 text-sm font-semibold wrap-anywhere">
            {item.name}
          </label>
          <p id={`${id}-more`} className="text-sm text-ink-soft">
            {item.alt ? <span className="line-clamp-2 wrap-anywhere">{item.alt}</span> : <AltMissing />}
          </p>
        </div>
      </div>
    </div>
  );
}
