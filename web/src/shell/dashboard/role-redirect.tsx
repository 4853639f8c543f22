import { roleNames } from '@site/domain/role-names';
import { isRole } from '@site/domain/roles';
import { Navigate, useLocation } from 'react-router-dom';
import { homeOf, type Session } from '@/components/session/session.js';
import { Banner } from '@/ui/banner.js';

interface Redirected {
  redirectedFrom: string;
}

/** Opens the first screen of the user's role instead of a screen of other roles. */
export function RedirectToHomeScreen({ session }: { session: Session }) {
  const { pathname } = useLocation();
  return <Navigate to={homeOf(session)} replace state={{ redirectedFrom: pathname } satisfies Redirected} />;
}

/** Explains the redirect until the next navigation. */
export function RedirectNotice({ session }: { session: Session | undefined }) {
  const state: unknown = useLocation().state;
  if (!session || !isRole(session.type) || !isRedirected(state)) return null;
  return (
    <Banner tone="info" className="mb-6">
      <p className="font-semibold">You don’t have access to the page you opened.</p>
      <p>
        You’re signed in as {roleNames[session.type].some}, so this is your own screen. An admin can change your role.
      </p>
    </Banner>
  );
}

const isRedirected = (state: unknown): state is Redirected =>
  typeof state === 'object' && state !== null && 'redirectedFrom' in state;
