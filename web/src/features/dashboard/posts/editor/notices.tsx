/** The post editor's notices: unsaved text found, conflicts, other users, and the state of saving. */
import type { PostValues } from '@site/proto/content/v1/posts.responses';
import { type ReactNode, useState } from 'react';
import { clockTimeIn, fullDateTime, stateTimeZone } from '@/components/time/times.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { DifferenceView } from './difference.js';
import type { SaveState } from './autosave.js';
import type { PostEditor } from './use-post-editor.js';

export function Notices({ editor }: { editor: PostEditor }) {
  const { found, company, conflict, elsewhere, replaced } = editor;
  return (
    <div className="space-y-3 not-empty:mb-5">
      {found && (
        <Banner tone="info">
          {editor.isRestored ? (
            <p>Your unsaved text from {fullDateTime(found.at)} has been restored.</p>
          ) : (
            <p>
              This browser has your unsaved text from {fullDateTime(found.at)}. A newer version has been saved since
              then.
            </p>
          )}
          <p className="mt-2 flex flex-wrap gap-2">
            {editor.isRestored ? (
              <Button tone="secondary" size="small" onClick={editor.goToSaved}>
                Go to the last saved version
              </Button>
            ) : (
              <Button tone="secondary" size="small" onClick={() => editor.bringIn(found)}>
                Restore it
              </Button>
            )}
            <Button tone="quiet" size="small" onClick={editor.discardFound}>
              {editor.isRestored ? 'Keep it' : 'Discard it'}
            </Button>
          </p>
        </Banner>
      )}
      {replaced && (
        <Banner tone="info">
          <p>The text was replaced with another version.</p>
          <Button tone="secondary" size="small" className="mt-2" onClick={editor.bringBack}>
            Restore the previous text
          </Button>
        </Banner>
      )}
      {company.others_at_work.length > 0 && (
        <Banner tone="info">
          {namesOf(company.others_at_work)} {company.others_at_work.length > 1 ? 'are' : 'is'} editing this post too.
        </Banner>
      )}
      {editor.isBehind && !conflict && (
        <Banner tone="info">
          <p>
            {company.latest_by
              ? `${company.latest_by} has saved another version of this post in the meantime.`
              : 'You have saved another version of this post in another tab.'}{' '}
            Your text isn’t lost.
          </p>
          <Button tone="secondary" size="small" className="mt-2" onClick={editor.meet}>
            Compare versions
          </Button>
        </Banner>
      )}
      {elsewhere && (
        <VersionPicker theirs={elsewhere.theirs} yours={editor.values} onSelect={editor.resolveElsewhere}>
          <p>
            You’re editing this post in another tab or on another device, too. The text there, from{' '}
            {fullDateTime(Date.parse(elsewhere.at))}, is different. Until you choose one, this text is kept only in this
            browser.
          </p>
        </VersionPicker>
      )}
      {conflict && (
        <VersionPicker
          key={conflict.revision}
          theirs={conflict.theirs}
          yours={editor.values}
          onSelect={editor.resolve}
          note="Either way, both are kept under Versions."
        >
          <p>
            {conflict.by || 'Someone'} saved version {conflict.revision} of this post after you opened it
            {conflict.by === 'You' && ' in this tab'}. Your text isn’t lost, but it isn’t saved yet.
          </p>
        </VersionPicker>
      )}
    </div>
  );
}

const namesOf = (names: string[]) => new Intl.ListFormat('en-US').format(names);

interface VersionPickerProps {
  theirs: PostValues;
  yours: PostValues;
  onSelect: (version: 'mine' | 'theirs') => Promise<void> | void;
  children: ReactNode;
  note?: string;
}

/** Shows the difference between two texts and lets the user choose one. */
function VersionPicker({ theirs, yours, onSelect, children, note }: VersionPickerProps) {
  const [looking, setLooking] = useState(false);
  const [busy, setBusy] = useState<'mine' | 'theirs'>();
  const selectVersion = async (version: 'mine' | 'theirs') => {
    setLooking(false);
    setBusy(version);
    await onSelect(version);
    setBusy(undefined);
  };
  return (
    <Banner tone="error">
      {children}
      <p className="mt-2 flex flex-wrap gap-2">
        <Button tone="secondary" size="small" onClick={() => setLooking(true)}>
          See the other version
        </Button>
        <Button
          tone="secondary"
          size="small"
          onClick={() => void selectVersion('mine')}
          busyLabel={busy === 'mine' && 'Saving…'}
        >
          Keep my version
        </Button>
        <Button
          tone="secondary"
          size="small"
          onClick={() => void selectVersion('theirs')}
          busyLabel={busy === 'theirs' && 'Saving…'}
        >
          Use the other version
        </Button>
      </p>
      {note && <p className="mt-2 text-sm">{note}</p>}
      <Dialog
        open={looking}
        onClose={() => setLooking(false)}
        width="photo"
        title="The other version"
        description="Text that’s only in the other version is marked as removed. Text that’s only in yours is marked as added."
      >
        <DifferenceView older={theirs} newer={yours} />
      </Dialog>
    </Banner>
  );
}

const describeLocalCopy = (inBrowser: boolean) =>
  inBrowser ? 'A copy is kept in this browser.' : 'This browser can’t keep a copy, so leave this page open.';

export function formatSaveStatus(saveState: SaveState, isUnsaved: boolean): string {
  switch (saveState.is) {
    case 'untouched':
      return isUnsaved ? 'Not saved yet' : 'All changes saved';
    case 'waiting':
      return 'Not saved yet';
    case 'sending':
      return 'Saving…';
    case 'kept': {
      const time = clockTimeIn(saveState.at, stateTimeZone);
      return saveState.kind === 'saved' ? `Saved ${time}` : `Autosaved ${time}`;
    }
    case 'away':
      return saveState.signedOut
        ? `Not saved yet: your session has ended. ${describeLocalCopy(saveState.inBrowser)}`
        : `Not saved yet: the server isn’t responding. ${describeLocalCopy(saveState.inBrowser)}`;
    case 'elsewhere':
      return `Not autosaved: this post has other text in another tab. ${describeLocalCopy(saveState.inBrowser)}`;
    case 'refused':
      return `Not saved: ${saveState.why.replace(/\.?$/, '.')} ${describeLocalCopy(saveState.inBrowser)}`;
  }
}

const isBad = ({ is }: SaveState) => is === 'away' || is === 'elsewhere' || is === 'refused';

/** Returns the announcement for screen readers, which skips routine autosaves; undefined keeps the last one. */
function spoken(saveState: SaveState): string | undefined {
  if (isBad(saveState)) return formatSaveStatus(saveState, true);
  if (saveState.is !== 'kept') return undefined;
  return saveState.kind === 'saved' ? formatSaveStatus(saveState, false) : 'Autosaved';
}

export function SaveStatus({ saveState, isUnsaved }: { saveState: SaveState; isUnsaved: boolean }) {
  const [announcement, setAnnouncement] = useState('');
  const now = spoken(saveState);
  if (now !== undefined && now !== announcement) setAnnouncement(now);
  return (
    <>
      <p
        aria-hidden="true"
        className={classNames('figures wrap-anywhere', isBad(saveState) ? 'text-danger' : 'text-ink-soft')}
      >
        {formatSaveStatus(saveState, isUnsaved)}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
