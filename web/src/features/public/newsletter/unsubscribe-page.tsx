import { Button, ButtonLink } from '../../../ui/button.js';
import { brokenLink, MailLinkCard, TokenLink, writeToUs } from './mail-link-card.js';
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
            We will stop writing to the address that received our mail, at once. If it is only too much, you can{' '}
            <TokenLink page="preferences" token={token}>
              get one mail a week
            </TokenLink>{' '}
            instead.
          </p>
          <Button busyLabel={state.kind === 'working' && 'Unsubscribing...'} onClick={() => send()}>
            Unsubscribe
          </Button>
        </>
      }
      done={
        <>
          <p className="text-ink-soft">
            No more newsletters go to your address. You can sign up again at any time, at the foot of every page.
          </p>
          <ButtonLink to="/" tone="secondary">
            To the weather
          </ButtonLink>
        </>
      }
      useless={
        <p className="text-ink-soft">
          {state.kind === 'closed' ? state.message : brokenLink} If that does not help, {writeToUs}, and we will take
          your address off the list by hand.
        </p>
      }
    />
  );
}
