import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { Banner } from '../../../ui/banner.js';
import * as strings from '../../../strings.js';
import { Entrance, EntranceLink } from './entrance.js';
import { forgotPasswordPath, homeOf, type Session } from '../../../domain/session/session.js';
import { SignInForm } from '../../../domain/session/sign-in-form.js';

/** What the screen is opened with after a password was changed. */
export interface SignInState {
  /** What was done, in the server's words. */
  done?: string;
}

function readDone(state: unknown): string | undefined {
  const done = typeof state === 'object' && state !== null && 'done' in state ? state.done : undefined;
  return typeof done === 'string' ? done : undefined;
}

/** /dashboard/login */
export function Page() {
  const done = readDone(useLocation().state);
  const navigate = useNavigate();
  const client = useQueryClient();

  function enter(session: Session) {
    // Nothing of whoever was signed in before.
    client.removeQueries({ queryKey: ['admin'] });
    void navigate(homeOf(session), { replace: true });
  }

  return (
    <Entrance
      title={strings.signInHeading}
      links={<EntranceLink to={forgotPasswordPath}>{strings.forgotPassword}</EntranceLink>}
    >
      {done && (
        <Banner tone="success" className="mb-6">
          <p className="font-semibold">{done}</p>
          <p>{strings.signInWithNewPassword}</p>
        </Banner>
      )}
      <SignInForm onSignedIn={enter} />
    </Entrance>
  );
}
