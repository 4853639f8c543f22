import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/button.js';
import { NewsletterForm } from '../../../domain/newsletter/newsletter-form.js';
import { strings } from '../../../strings.js';
import { MailLinkCard } from './mail-link-card.js';
import { useMailLink, type LinkState } from './mail-link.js';

const titles: Record<LinkState['kind'], string> = {
  ready: 'Confirm your subscription',
  working: 'Confirm your subscription',
  failed: 'Confirm your subscription',
  done: 'You are subscribed',
  expired: 'This link has expired',
  unknown: 'This link is not valid',
  closed: 'This link cannot be used any more',
};

/** Where the link of a confirmation mail leads: the address is confirmed by the button alone. */
export function Page() {
  const { token, state, send } = useMailLink('/main/news/letter/confirm');
  return (
    <MailLinkCard state={state} title={titles[state.kind]}>
      {(state.kind === 'ready' || state.kind === 'working' || state.kind === 'failed') && (
        <>
          <p className="text-ink-soft">
            With this button the newsletter of {strings.siteName} comes to the address that our mail went to. If it was
            not you who signed up, close this page: nothing is sent without your confirmation.
          </p>
          <Button busyLabel={state.kind === 'working' && 'Confirming...'} onClick={() => send()}>
            Confirm subscription
          </Button>
        </>
      )}
      {state.kind === 'done' && (
        <>
          <p className="text-ink-soft">
            Thank you. Every mail has a link that ends the newsletter, and you can{' '}
            <Link className="text-link" to={`/newsletter/preferences?token=${encodeURIComponent(token)}`}>
              choose how often we write
            </Link>
            .
          </p>
          <ButtonLink to="/">See the weather now</ButtonLink>
        </>
      )}
      {state.kind === 'expired' && (
        <SignUpAgain>A link of this kind works for seven days. Sign up again, and we send you a new one.</SignUpAgain>
      )}
      {state.kind === 'unknown' && (
        <SignUpAgain>
          It may have been cut off on its way. Please use the link of our latest mail, or sign up again.
        </SignUpAgain>
      )}
      {state.kind === 'closed' && <SignUpAgain>{state.message}</SignUpAgain>}
    </MailLinkCard>
  );
}

function SignUpAgain({ children }: { children: React.ReactNode }) {
  return (
    <>
      <p className="text-ink-soft">{children}</p>
      <div className="w-full">
        <NewsletterForm name="Sign up again" />
      </div>
    </>
  );
}
