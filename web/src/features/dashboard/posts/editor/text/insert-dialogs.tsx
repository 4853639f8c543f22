/** Dialogs that insert a link, a visitor's photo or a warning into a post. */
import { linkAddress } from '@site/proto/content/v1/rich-text.schema';
import type { Snapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { findHiddenCharacterError } from '@site/proto/web-address';
import type { RecentEvent } from '@site/proto/weather/v1/alert-events.responses';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Loaded, PagedList } from '@/dashboard-kit/list/paged-list.js';
import { pagedQuery } from '@/dashboard-kit/list/queries.js';
import { adminQuery } from '@/api/admin.js';
import { fullDateTime } from '@/components/time/times.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { FallbackImage } from '@/ui/image.js';
import { Loading } from '@/ui/skeleton.js';
import { completed } from './links.js';

interface LinkDialogProps {
  href: string;
  /** Otherwise the address itself is inserted. */
  hasText: boolean;
  onSet: (href: string) => void;
  onRemove: () => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

export function LinkDialog({ href, hasText, onSet, onRemove, onClose, returnFocusTo }: LinkDialogProps) {
  const [typed, setTyped] = useState(href.replace(/^mailto:/, ''));
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    // Events bubble from the dialog to the page's form.
    event.stopPropagation();
    const address = linkAddress(completed(typed.trim()));
    if (address === undefined) {
      setError(
        findHiddenCharacterError('This address', typed) ??
          'Enter a web address, an email address or a page of this site, like /snapshots',
      );
    } else onSet(address);
  }

  return (
    <Dialog open onClose={onClose} title={href ? 'Change link' : 'Link'} returnFocusTo={returnFocusTo}>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Link to"
          hint={hasText ? undefined : 'No text is selected, so the address itself is inserted.'}
          placeholder="https://example.com"
          value={typed}
          error={error}
          inputMode="url"
          autoComplete="off"
          data-autofocus=""
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
        />
        <div className="mt-5 flex flex-wrap justify-end gap-3 pb-1">
          {href && (
            <Button tone="quiet" onClick={onRemove}>
              Remove link
            </Button>
          )}
          <Button type="submit">{href ? 'Change' : 'Add link'}</Button>
        </div>
      </form>
    </Dialog>
  );
}

interface InsertDialogProps {
  onSelect: (id: string) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

const photosQuery = pagedQuery<Snapshot>(['snapshots', 'to choose'], '/main/snapshots', { limit: '24' });
const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3';

export function SnapshotDialog({ onSelect, onClose, returnFocusTo }: InsertDialogProps) {
  const photos = useInfiniteQuery(photosQuery);
  return (
    <Dialog open onClose={onClose} width="photo" title="Choose a photo" returnFocusTo={returnFocusTo}>
      <PagedList
        query={photos}
        failure="We couldn’t load the photos."
        empty={<p>No photos have been approved yet.</p>}
        placeholder={<Loading label="Loading the photos" className={grid} count={3} each="aspect-4/3" />}
      >
        {(found) => (
          <ul className={grid}>
            {found.map(({ id, picture, file, first_name: first, last_name: last, location, comment }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onSelect(id)}
                  className="block w-full overflow-hidden rounded-md text-left ring-1 ring-line ring-inset hover:bg-surface-raised"
                >
                  <span className="relative block aspect-4/3 overflow-hidden bg-surface-raised">
                    <FallbackImage
                      image={picture}
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

/** Accepts "https://…/now/alert/KLZK.TO.W.0001.2026", "/warning/…" or the id itself. */
export function eventOf(typed: string): string | undefined {
  const [, last = typed.trim()] = /(?:^|\/)(?:now\/alert|warning)\/([^/?#\s]+)/.exec(typed.trim()) ?? [];
  return /^[\w.-]{1,100}$/.test(last) ? last : undefined;
}

const warningsQuery = queryOptions({
  ...adminQuery<RecentEvent[]>(['warnings to choose'], '/admin/main/post/warnings'),
  staleTime: 0,
});

/** Offers the warnings in force and those of the last seven days. */
export function WarningDialog({ onSelect, onClose, returnFocusTo }: InsertDialogProps) {
  const warnings = useQuery(warningsQuery);
  const [typed, setTyped] = useState('');
  const searchText = typed.trim().toLowerCase();
  const key = eventOf(typed)?.toLowerCase();
  const matches = ({ event_key: eventKey, event, areas }: RecentEvent) =>
    eventKey.toLowerCase() === key || `${event} ${areas}`.toLowerCase().includes(searchText);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Weather warning"
      description="Warnings in force, and those that ended in the last seven days."
      returnFocusTo={returnFocusTo}
    >
      <TextField
        label="Search"
        hint="A kind, a county, or the address of the warning’s page."
        value={typed}
        autoComplete="off"
        data-autofocus=""
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="mt-4">
        <Loaded
          query={warnings}
          failure="We couldn’t load the warnings. Try again."
          placeholder={<Loading label="Loading the warnings" className="block space-y-3" count={3} each="h-16" />}
        >
          {(all) => {
            const found = all.filter(matches);
            if (found.length === 0) return <p role="status">{noWarningsText(all.length > 0)}</p>;
            return (
              <ul className="divide-y divide-line">
                {found.map(({ event_key: eventKey, event, areas, began_at: began, ended_at: ended }) => (
                  <li key={eventKey}>
                    <button
                      type="button"
                      onClick={() => onSelect(eventKey)}
                      className="block w-full rounded-md px-2 py-3 text-left hover:bg-surface-raised"
                    >
                      <span className="block font-semibold">{event}</span>
                      <span className="line-clamp-2 text-ink-soft">{areas}</span>
                      <span className="block text-sm text-ink-soft">
                        {ended
                          ? `Ended ${fullDateTime(Date.parse(ended))}`
                          : `In force since ${fullDateTime(Date.parse(began))}`}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      </div>
    </Dialog>
  );
}

const noWarningsText = (isFiltered: boolean) =>
  isFiltered
    ? 'No warning in force or of the last seven days matches. Others can’t be shown in a post.'
    : 'No warnings are in force, and none ended in the last seven days.';
