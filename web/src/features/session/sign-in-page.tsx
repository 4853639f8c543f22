import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { strings } from '../../strings.js';
import { Entrance, EntranceLink } from './entrance.js';
import { forgotPasswordPath, homeOf, type Session } from './session.js';
import { SignInForm } from './sign-in-form.js';

/** /dashboard/login */
export function Page() {
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
      <SignInForm onSignedIn={enter} />
    </Entrance>
  );
}
