import { Button, ButtonLink } from '@/ui/button.js';
import { brokenLink, MailLinkCard, MailLinkForm, TokenLink, writeToUs } from './mail-link-card.js';
import { useMailLink } from './mail-link.js';

/** Target of the unsubscribe link in every mail. Only the button unsubscribes. */
export function Page() {
  const { token, state, send } = useMailLink('/main/news/letter/unsubscribe');
  return (
    <MailLinkCard
      state={state}
      titles={{ question: 'Unsubscribe from the newsletter?', done: 'You are unsubscribed' }}
      question={
        <>
          <p className="text-ink-soft">
            We’ll stop emailing the address that received our message right away. If you’d just like fewer emails, you
            can{' '}
            <TokenLink page="preferences" token={token}>
              get one email a week
            </TokenLink>{' '}
            instead.
          </p>
          <MailLinkForm send={send}>
            <Button type="submit" busyLabel={state.kind === 'working' && 'Unsubscribing...'}>
              Unsubscribe
            </Button>
          </MailLinkForm>
        </>
      }
      done={
        <>
          <p className="text-ink-soft">
            We won’t send any more newsletters to your address. You can sign up again anytime at the bottom of every
            page.
          </p>
          <ButtonLink to="/" tone="secondary">
            To the weather
          </ButtonLink>
        </>
      }
      useless={
        <p className="text-ink-soft">
          {state.kind === 'closed' ? state.message : brokenLink} If that doesn’t help, {writeToUs}, and we’ll remove
          your address ourselves.
        </p>
      }
    />
  );
}
