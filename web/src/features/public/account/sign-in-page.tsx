import { roleNames } from '@site/domain/role-names';
import { isRole } from '@site/domain/roles';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Banner } from '@/ui/banner.js';
import * as strings from '@/strings/public-strings.js';
import { Entrance, EntranceLink } from './account-form.js';
import { forgotPasswordPath, homeOf, useSession, type Session } from '@/components/session/session.js';
import { SignInForm } from '@/components/session/sign-in-form.js';

/** History state after a password change or an accepted invitation. */
export interface SignInState {
  done: string;
  /** What to do now; by default, to sign in again with the new password. */
  next?: string;
}

const isSignInState = (state: unknown): state is SignInState =>
  typeof state === 'object' && state !== null && 'done' in state && typeof state.done === 'string';

export function Page() {
  const state: unknown = useLocation().state;
  const done = isSignInState(state) ? state : undefined;
  const navigate = useNavigate();
  const client = useQueryClient();
  const session = useSession();

  function enter(session: Session) {
    // Drops cached data of the previous user.
    client.removeQueries({ queryKey: ['admin'] });
    void navigate(homeOf(session), { replace: true });
  }

  return (
    <Entrance
      title="Sign In To Your Account"
      links={<EntranceLink to={forgotPasswordPath}>{strings.forgotPassword}</EntranceLink>}
    >
      {done && (
        <Banner tone="success" className="mb-6">
          <p className="font-semibold">{done.done}</p>
          <p>{done.next ?? 'You were signed out on every device. Sign in with your new password.'}</p>
        </Banner>
      )}
      {session && <SignedInAs session={session} />}
      <SignInForm onSignedIn={enter} />
    </Entrance>
  );
}

/** Says who is signed in on this device, and leads to their screens, if the role has any. */
function SignedInAs({ session }: { session: Session }) {
  const { type, name, email } = session;
  const role = isRole(type) ? type : undefined;
  return (
    <Banner tone="info" className="mb-6">
      <p className="font-semibold">
        {name || email || 'Someone'} is signed in{role && ` as ${roleNames[role].some}`}.
      </p>
      {role && (
        <Link to={homeOf(session)} className="text-link">
          Go to {name ? `${name}’s` : 'their'} screens
        </Link>
      )}
    </Banner>
  );
}
