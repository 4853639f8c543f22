import { NewsletterForm } from '../../../domain/newsletter/newsletter-form.js';
import * as strings from '../../../strings.js';
import { Button, ButtonLink } from '../../../ui/button.js';
import { MailLinkCard, TokenLink } from './mail-link-card.js';
import { useMailLink, type LinkState } from './mail-link.js';

/** Target of the link in confirmation mails. Only the button confirms the address. */
export function Page() {
  const { token, state, send } = useMailLink('/main/news/letter/confirm');
  return (
    <MailLinkCard
      state={state}
      titles={{ question: 'Confirm your subscription', done: 'You are subscribed', expired: 'This link has expired' }}
      question={
        <>
          <p className="text-ink-soft">
            Press the button, and we will send the newsletter of {strings.siteName} to the address that received our
            mail. If it was not you who signed up, close this page: nothing is sent without your confirmation.
          </p>
          <Button busyLabel={state.kind === 'working' && 'Confirming...'} onClick={() => send()}>
            Confirm subscription
          </Button>
        </>
      }
      done={
        <>
          <p className="text-ink-soft">
            Thank you. Every mail has a link that ends the newsletter, and you can{' '}
            <TokenLink page="preferences" token={token}>
              choose how often we write
            </TokenLink>
            .
          </p>
          <ButtonLink to="/">See the weather now</ButtonLink>
        </>
      }
      useless={
        <>
          <p className="text-ink-soft">{whyNot(state)}</p>
          <div className="w-full">
            <NewsletterForm name="Sign up again" />
          </div>
        </>
      }
    />
  );
}

function whyNot(state: LinkState): string {
  if (state.kind === 'closed') return state.message;
  return state.kind === 'expired'
    ? 'A link of this kind works for seven days. Sign up again, and we send you a new one.'
    : 'It may have been cut off on its way. Please use the link of our latest mail, or sign up again.';
}
