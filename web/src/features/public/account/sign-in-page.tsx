import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { Banner } from '../../../ui/banner.js';
import * as strings from '../../../strings.js';
import { Entrance, EntranceLink } from './entrance.js';
import { forgotPasswordPath, homeOf, type Session } from '../../../domain/session/session.js';
import { SignInForm } from '../../../domain/session/sign-in-form.js';

/** History state after a password change. */
export interface SignInState {
  done?: string;
}

function readDone(state: unknown): string | undefined {
  const done = typeof state === 'object' && state !== null && 'done' in state ? state.done : undefined;
  return typeof done === 'string' ? done : undefined;
}

export function Page() {
  const done = readDone(useLocation().state);
  const navigate = useNavigate();
  const client = useQueryClient();

  function enter(session: Session) {
    // Drops cached data of the previous user.
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
