import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError, request } from '@/api/api.js';
import { Banner } from '@/ui/banner.js';
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog.js';
import * as strings from '@/strings/public-strings.js';
import { clearLocalDrafts, sendUnsaved } from './unsaved-drafts.js';
import { clearSession, signInPath } from './session.js';

/** Ends the session on the server, then deletes it here. */
export function SignOutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const underWay = useRef(false);

  async function signOut() {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setFailed(false);
    try {
      await sendUnsaved();
      await endSession();
      clearSession();
      clearLocalDrafts();
      void navigate(signInPath);
      client.removeQueries({ queryKey: ['admin'] });
    } catch (error) {
      // Only after a failure: after a success, a second click must be ignored until the dialog has closed.
      underWay.current = false;
      setBusy(false);
      setFailed(true);
      // eslint-disable-next-line no-console -- the specification has a failed sign-out logged
      console.error('signing out failed', error);
    }
  }

  return (
    <ConfirmDialog
      open={open}
      title={strings.signOut}
      text="Are you sure you want to sign out from this account?"
      cancelLabel={strings.cancel}
      confirmLabel="Yes, Sign Out"
      busyLabel="Signing Out..."
      busy={busy}
      onConfirm={() => void signOut()}
      onCancel={() => {
        setFailed(false);
        onClose();
      }}
    >
      {failed ? <Banner tone="info">You're still signed in.</Banner> : undefined}
    </ConfirmDialog>
  );
}

/** A session that the server no longer has counts as ended. */
async function endSession(): Promise<void> {
  try {
    await request('/admin/auth/logout', { method: 'POST' });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
}
