import { useState } from 'react';
import { fullDateTime } from '../../../../domain/time/times.js';
import { Banner } from '../../../../ui/banner.js';
import { Button } from '../../../../ui/button.js';
import { Dialog } from '../../../../ui/dialogs/dialog.js';
import { DifferenceView } from './difference-view.js';
import type { Desk } from './use-desk.js';

/** Notices above the editor: restored work, other users in this post, and conflicting versions. */
export function Notices({ desk }: { desk: Desk }) {
  const { found, company, conflict, replaced } = desk;
  return (
    <div className="space-y-3 not-empty:mb-5">
      {found && (
        <Banner tone="info">
          {desk.isRestored ? (
            <p>What you wrote at {fullDateTime(found.at)} is back; it is not saved.</p>
          ) : (
            <p>This browser has what you wrote at {fullDateTime(found.at)}. A later version was saved since.</p>
          )}
          <p className="mt-2 flex flex-wrap gap-2">
            {desk.isRestored ? (
              <Button tone="secondary" size="small" onClick={desk.goToSaved}>
                Go to the last saved version
              </Button>
            ) : (
              <Button tone="secondary" size="small" onClick={() => desk.bringIn(found)}>
                Bring it back
              </Button>
            )}
            <Button tone="quiet" size="small" onClick={desk.forgetFound}>
              {desk.isRestored ? 'Go on with it' : 'Forget it'}
            </Button>
          </p>
        </Banner>
      )}
      {replaced && (
        <Banner tone="info">
          <p>Another version is in its place now.</p>
          <Button tone="secondary" size="small" className="mt-2" onClick={desk.bringBack}>
            Bring back what was here
          </Button>
        </Banner>
      )}
      {company.others_at_work.length > 0 && (
        <Banner tone="info">
          {namesOf(company.others_at_work)} {company.others_at_work.length > 1 ? 'are' : 'is'} writing in this post,
          too.
        </Banner>
      )}
      {company.latest_by && !conflict && (
        <Banner tone="info">
          <p>{company.latest_by} has saved another version of this post meanwhile. Yours is not lost.</p>
          <Button tone="secondary" size="small" className="mt-2" onClick={desk.meet}>
            Compare the two
          </Button>
        </Banner>
      )}
      {conflict && <ConflictNotice key={conflict.revision} desk={desk} conflict={conflict} />}
    </div>
  );
}

const namesOf = (names: string[]) => new Intl.ListFormat('en-US').format(names);

interface ConflictNoticeProps {
  desk: Desk;
  conflict: NonNullable<Desk['conflict']>;
}

function ConflictNotice({ desk, conflict }: ConflictNoticeProps) {
  const [looking, setLooking] = useState(false);
  const [busy, setBusy] = useState<'mine' | 'theirs'>();
  const end = async (wanted: 'mine' | 'theirs') => {
    setLooking(false);
    setBusy(wanted);
    await desk.resolve(wanted);
    setBusy(undefined);
  };
  return (
    <Banner tone="error">
      <p>
        {conflict.by || 'Somebody'} saved version {conflict.revision} of this post after you had opened it. Nothing of
        yours is lost, and nothing of it is saved yet.
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button tone="secondary" size="small" onClick={() => setLooking(true)}>
          See the other version
        </Button>
        <Button tone="secondary" size="small" onClick={() => void end('mine')} busyLabel={busy === 'mine' && 'Saving…'}>
          Save mine on top
        </Button>
        <Button
          tone="secondary"
          size="small"
          onClick={() => void end('theirs')}
          busyLabel={busy === 'theirs' && 'Saving…'}
        >
          Take the other version
        </Button>
      </p>
      <p className="mt-2 text-sm">Either way, both stay among the versions.</p>
      <Dialog
        open={looking}
        onClose={() => setLooking(false)}
        width="photo"
        title="The other version"
        description="What only the other version says is marked as removed, what only yours says as added."
      >
        <DifferenceView older={conflict.theirs} newer={desk.values} />
      </Dialog>
    </Banner>
  );
}
