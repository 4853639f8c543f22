import { useQueryClient, type Mutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { sessionStorageKey } from '@/api/api.js';
import { isSignedOut } from './signed-out.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { homeOf, readSession, type Session } from './session.js';
import { SignInForm } from './sign-in-form.js';

interface SessionGuardProps {
  /** Whether a new session may use these screens. */
  accepts: (session: Session) => boolean;
  children: ReactNode;
}

/**
 * When the session has ended, asks the user to sign in again over the screens, which keep their state and input, and
 * retries the rejected requests.
 */
export function SessionGuard({ accepts, children }: SessionGuardProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<'signed in' | 'asking' | 'postponed'>('signed in');
  const rejectedMutations = useRef(new Set<Mutation>());
  const [user, setUser] = useState(readSession);

  useEffect(() => {
    // Polling queries fail every few seconds, so they prompt once. Actions prompt each time.
    const stopQueries = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error' || !isSignedOut(event.action.error)) return;
      setState((was) => (was === 'signed in' ? 'asking' : was));
    });
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error' || !isSignedOut(event.action.error)) return;
      rejectedMutations.current.add(event.mutation as Mutation);
      setState('asking');
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [client]);

  const resume = useCallback(
    (session: Session) => {
      const isSameUser = user?.id === session.id;
      const waiting = [...rejectedMutations.current];
      setUser(session);
      rejectedMutations.current.clear();
      setState('signed in');
      if (!accepts(session)) {
        client.removeQueries({ queryKey: ['admin'] });
        void navigate(homeOf(session), { replace: true });
      } else if (isSameUser) {
        void client.refetchQueries({ type: 'active', predicate: (query) => isSignedOut(query.state.error) });
        for (const mutation of waiting) void rerunMutation(mutation);
      } else {
        // Doesn't run actions of a different user.
        void client.resetQueries({ queryKey: ['admin'] });
      }
    },
    [accepts, client, navigate, user?.id],
  );

  useEffect(() => {
    // Another tab signed out or in.
    const follow = (event: StorageEvent) => {
      if (event.key !== sessionStorageKey && event.key !== null) return;
      const session = readSession();
      if (session) resume(session);
      else setState('asking');
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [resume]);

  function postpone() {
    rejectedMutations.current.clear();
    setState('postponed');
  }

  return (
    <>
      {children}
      {state === 'postponed' && (
        <div className="card fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-md flex-wrap items-center justify-between gap-3 p-4">
          <p className="font-semibold">Your session has ended.</p>
          <Button size="small" onClick={() => setState('asking')}>
            Sign in again
          </Button>
        </div>
      )}
      <Dialog
        open={state === 'asking'}
        onClose={postpone}
        title="Your session has ended"
        description="Sign in again to continue where you are. Nothing you typed is lost."
      >
        <SignInForm email={user?.email} onSignedIn={resume} />
      </Dialog>
    </>
  );
}

/** Reruns a rejected action; its screen then shows the new outcome. */
async function rerunMutation(mutation: Mutation): Promise<void> {
  if (mutation.state.status !== 'error') return;
  await mutation.execute(mutation.state.variables).catch(() => undefined);
}
