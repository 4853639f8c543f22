import { NewsletterForm } from '@/components/newsletter/newsletter-form.js';
import * as strings from '@/strings/public-strings.js';
import { Button, ButtonLink } from '@/ui/button.js';
import { MailLinkCard, MailLinkForm, TokenLink } from './mail-link-card.js';
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
            Confirm to get the newsletter of {strings.siteName} at the address that received our email. If you didn’t
            sign up, close this page. We won’t send anything without your confirmation.
          </p>
          <MailLinkForm send={send}>
            <Button type="submit" busyLabel={state.kind === 'working' && 'Confirming...'}>
              Confirm subscription
            </Button>
          </MailLinkForm>
        </>
      }
      done={
        <>
          <p className="text-ink-soft">
            Thank you. You can unsubscribe with the link in every email, and you can{' '}
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
    ? 'Confirmation links work for seven days. Sign up again and we’ll send you a new one.'
    : 'It may be incomplete. Use the link in our latest email, or sign up again.';
}
