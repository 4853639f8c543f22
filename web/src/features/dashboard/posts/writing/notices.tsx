/** The post editor's notices: unsaved text found, conflicts, other users, and the state of saving. */
import type { PostValues } from '@site/proto/content/v1/posts.answers';
import { type ReactNode, useState } from 'react';
import { clockTimeIn, fullDateTime, stateTimeZone } from '../../../../domain/time/times.js';
import { Banner } from '../../../../ui/banner.js';
import { Button } from '../../../../ui/button.js';
import { classNames } from '../../../../ui/class-names.js';
import { Dialog } from '../../../../ui/dialogs/dialog.js';
import { DifferenceView } from './difference.js';
import type { Keeping } from './keeper.js';
import type { Desk } from './use-desk.js';

export function Notices({ desk }: { desk: Desk }) {
  const { found, company, conflict, elsewhere, replaced } = desk;
  return (
    <div className="space-y-3 not-empty:mb-5">
      {found && (
        <Banner tone="info">
          {desk.isRestored ? (
            <p>Your unsaved text from {fullDateTime(found.at)} has been restored.</p>
          ) : (
            <p>
              This browser has your unsaved text from {fullDateTime(found.at)}. A newer version has been saved since
              then.
            </p>
          )}
          <p className="mt-2 flex flex-wrap gap-2">
            {desk.isRestored ? (
              <Button tone="secondary" size="small" onClick={desk.goToSaved}>
                Go to the last saved version
              </Button>
            ) : (
              <Button tone="secondary" size="small" onClick={() => desk.bringIn(found)}>
                Restore it
              </Button>
            )}
            <Button tone="quiet" size="small" onClick={desk.forgetFound}>
              {desk.isRestored ? 'Keep it' : 'Discard it'}
            </Button>
          </p>
        </Banner>
      )}
      {replaced && (
        <Banner tone="info">
          <p>The text was replaced with another version.</p>
          <Button tone="secondary" size="small" className="mt-2" onClick={desk.bringBack}>
            Restore the previous text
          </Button>
        </Banner>
      )}
      {company.others_at_work.length > 0 && (
        <Banner tone="info">
          {namesOf(company.others_at_work)} {company.others_at_work.length > 1 ? 'are' : 'is'} editing this post too.
        </Banner>
      )}
      {desk.isBehind && !conflict && (
        <Banner tone="info">
          <p>
            {company.latest_by
              ? `${company.latest_by} has saved another version of this post in the meantime.`
              : 'You have saved another version of this post in another tab.'}{' '}
            Your text isn’t lost.
          </p>
          <Button tone="secondary" size="small" className="mt-2" onClick={desk.meet}>
            Compare versions
          </Button>
        </Banner>
      )}
      {elsewhere && (
        <Choice theirs={elsewhere.theirs} mine={desk.values} onChoose={desk.resolveElsewhere}>
          <p>
            You’re editing this post in another tab or on another device, too. The text there, from{' '}
            {fullDateTime(Date.parse(elsewhere.at))}, is different. Until you choose one, this text is kept only in this
            browser.
          </p>
        </Choice>
      )}
      {conflict && (
        <Choice
          key={conflict.revision}
          theirs={conflict.theirs}
          mine={desk.values}
          onChoose={desk.resolve}
          note="Either way, both are kept under Versions."
        >
          <p>
            {conflict.by || 'Someone'} saved version {conflict.revision} of this post after you opened it
            {conflict.by === 'You' && ' in this tab'}. Your text isn’t lost, but it isn’t saved yet.
          </p>
        </Choice>
      )}
    </div>
  );
}

const namesOf = (names: string[]) => new Intl.ListFormat('en-US').format(names);

interface ChoiceProps {
  theirs: PostValues;
  mine: PostValues;
  onChoose: (wanted: 'mine' | 'theirs') => Promise<void> | void;
  children: ReactNode;
  note?: string;
}

/** Shows the difference between two texts and lets the user choose one. */
function Choice({ theirs, mine, onChoose, children, note }: ChoiceProps) {
  const [looking, setLooking] = useState(false);
  const [busy, setBusy] = useState<'mine' | 'theirs'>();
  const choose = async (wanted: 'mine' | 'theirs') => {
    setLooking(false);
    setBusy(wanted);
    await onChoose(wanted);
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
          onClick={() => void choose('mine')}
          busyLabel={busy === 'mine' && 'Saving…'}
        >
          Keep my version
        </Button>
        <Button
          tone="secondary"
          size="small"
          onClick={() => void choose('theirs')}
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
        <DifferenceView older={theirs} newer={mine} />
      </Dialog>
    </Banner>
  );
}

const kept = (inBrowser: boolean) =>
  inBrowser ? 'A copy is kept in this browser.' : 'This browser can’t keep a copy, so leave this page open.';

export function keptWords(keeping: Keeping, isUnsaved: boolean): string {
  switch (keeping.is) {
    case 'untouched':
      return isUnsaved ? 'Not saved yet' : 'All changes saved';
    case 'waiting':
      return 'Not saved yet';
    case 'sending':
      return 'Saving…';
    case 'kept': {
      const time = clockTimeIn(keeping.at, stateTimeZone);
      return keeping.kind === 'saved' ? `Saved ${time}` : `Autosaved ${time}`;
    }
    case 'away':
      return keeping.signedOut
        ? `Not saved yet: your session has ended. ${kept(keeping.inBrowser)}`
        : `Not saved yet: the server isn’t responding. ${kept(keeping.inBrowser)}`;
    case 'elsewhere':
      return `Not autosaved: this post has other text in another tab. ${kept(keeping.inBrowser)}`;
    case 'refused':
      return `Not saved: ${keeping.why.replace(/\.?$/, '.')} ${kept(keeping.inBrowser)}`;
  }
}

const isBad = ({ is }: Keeping) => is === 'away' || is === 'elsewhere' || is === 'refused';

/** Returns the announcement for screen readers, which skips routine autosaves; undefined keeps the last one. */
function spoken(keeping: Keeping): string | undefined {
  if (isBad(keeping)) return keptWords(keeping, true);
  if (keeping.is !== 'kept') return undefined;
  return keeping.kind === 'saved' ? keptWords(keeping, false) : 'Autosaved';
}

export function KeptLine({ keeping, isUnsaved }: { keeping: Keeping; isUnsaved: boolean }) {
  const [said, setSaid] = useState('');
  const now = spoken(keeping);
  if (now !== undefined && now !== said) setSaid(now);
  return (
    <>
      <p
        aria-hidden="true"
        className={classNames('figures wrap-anywhere', isBad(keeping) ? 'text-danger' : 'text-ink-soft')}
      >
        {keptWords(keeping, isUnsaved)}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
