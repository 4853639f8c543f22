import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/button.js';
import { MailLinkCard } from './mail-link-card.js';
import { useMailLink, type LinkState } from './mail-link.js';

const titles: Record<LinkState['kind'], string> = {
  ready: 'Unsubscribe from the newsletter?',
  working: 'Unsubscribe from the newsletter?',
  failed: 'Unsubscribe from the newsletter?',
  done: 'You are unsubscribed',
  expired: 'This link is not valid',
  unknown: 'This link is not valid',
  closed: 'This link cannot be used any more',
};

/** Where the link at the foot of every mail leads: the button ends the newsletter, opening the page does not. */
export function Page() {
  const { token, state, send } = useMailLink('/main/news/letter/unsubscribe');
  return (
    <MailLinkCard state={state} title={titles[state.kind]}>
      {(state.kind === 'ready' || state.kind === 'working' || state.kind === 'failed') && (
        <>
          <p className="text-ink-soft">
            We stop writing to the address that our mail went to, at once. If it is only too much, you can{' '}
            <Link className="text-link" to={`/newsletter/preferences?token=${encodeURIComponent(token)}`}>
              get one mail a week
            </Link>{' '}
            instead.
          </p>
          <Button busyLabel={state.kind === 'working' && 'Unsubscribing...'} onClick={() => send()}>
            Unsubscribe
          </Button>
        </>
      )}
      {state.kind === 'done' && (
        <>
          <p className="text-ink-soft">
            No more newsletters go to your address. You can sign up again at any time, at the foot of every page.
          </p>
          <ButtonLink to="/" tone="secondary">
            To the weather
          </ButtonLink>
        </>
      )}
      {(state.kind === 'unknown' || state.kind === 'expired' || state.kind === 'closed') && (
        <p className="text-ink-soft">
          {state.kind === 'closed'
            ? `${state.message} `
            : 'It may have been cut off on its way. The link of any of our mails will do. '}
          If that does not help,{' '}
          <Link className="text-link" to="/contact">
            write to us
          </Link>
          , and we take your address off the list by hand.
        </p>
      )}
    </MailLinkCard>
  );
}
