import { randomUUID } from 'node:crypto';
import type { Mailer } from '@site/platform/mail/mailer';
import { counties } from '@site/state/counties';
import { siteName } from '@site/state/state';
import type { PushAnswer } from '../push/push-origin.js';
import type { PushSender } from '../push/push-sender.js';
import type { SmsGateway } from '../sms/sms-gateway.js';
import type { ConfirmationFate, ConfirmationMessage, SendConfirmation } from '../subscriptions/confirmations.js';
import type { Outcome } from '../adapters/adapter.js';
import { linksOf, outcomeOf } from './mail-sender.js';
import { composeShort } from './mail-text.js';

/** Sends confirmations, and checks that channels still work. */

export interface AskingParts {
  /** Without a trailing slash. */
  site: string;
  push: Pick<PushSender, 'push'> | undefined;
  mailer: Pick<Mailer, 'send'> | undefined;
  sms: Pick<SmsGateway, 'send'> | undefined;
}

/** As long as a confirmation is valid. */
const ttlSeconds = 86_400;

const fateOf = ({ state }: { state: PushAnswer['state'] }): ConfirmationFate =>
  // An invented endpoint costs one request; a text that may have been sent isn't repeated.
  state === 'accepted' || state === 'gone' || state === 'later' ? state : 'refused';

const list = new Intl.ListFormat('en-US');
const namesOf = (fips: readonly string[]): string => {
  const names = fips.flatMap((code) => counties.find((county) => county.fips === code)?.name ?? []);
  return names.length > 6
    ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more counties`
    : list.format(names);
};

export function askChannels({ site, push, mailer, sms }: AskingParts): SendConfirmation {
  async function askByPush(message: ConfirmationMessage): Promise<ConfirmationFate> {
    if (!push || !message.keys) return 'later';
    // Without `web_push`, the phone passes it to the service worker, which posts the token back.
    const isAsked = message.purpose === 'confirm';
    const text = JSON.stringify({ ...(!isAsked && { web_push: 8030 }), notification: pushQuestion(message, site) });
    const browser = { endpoint: message.address, keys: message.keys };
    return fateOf(await push.push(browser, text, { urgency: 'normal', ttlSeconds, isProven: !isAsked }));
  }

  async function askByMail(message: ConfirmationMessage): Promise<ConfirmationFate> {
    if (!mailer) return 'later';
    const outcome = await mailer.send((message.purpose === 'manage' ? mailLink : mailQuestion)(message, site)).then(
      (): Outcome => ({ state: 'accepted' }),
      (error: unknown) => outcomeOf(error),
    );
    return fateOf(outcome);
  }

  async function askByText({ address, purpose, token }: ConfirmationMessage): Promise<ConfirmationFate> {
    if (!sms) return 'later';
    const { manageUrl } = linksOf(site, token);
    const body =
      purpose === 'manage'
        ? `${siteName}: you already get emergency texts. Change or end them: ${manageUrl} Reply STOP to end.`
        : `${siteName}: to get emergency texts, open ${manageUrl} Msg & data rates may apply. Reply STOP to end.`;
    return fateOf(await sms.send(address, body));
  }

  const ask = { push: askByPush, mail: askByMail, sms: askByText };
  return (message) => ask[message.kind](message);
}

function pushQuestion({ purpose, token, preferences }: ConfirmationMessage, site: string) {
  const shared = { lang: 'en-US', tag: 'subscription', navigate: `${site}/subscription?token=${token}` };
  if (purpose === 'still-there')
    return {
      ...shared,
      title: 'Your weather alerts are still on',
      body: `For ${namesOf(preferences.counties)}. Tap to change them.`,
      silent: true,
      data: {},
    };
  // For a worker that couldn't confirm.
  return {
    ...shared,
    title: 'One more step',
    body: 'Tap to turn on weather alerts.',
    data: { confirm: token },
  };
}

/** Contains none of the sign-up's preferences, which may be a stranger's. */
function mailLink({ channelId, address, token, preferences }: ConfirmationMessage, site: string) {
  const { manageUrl } = linksOf(site, token);
  return composeShort(
    {
      subject: 'You already get weather alerts by email',
      heading: 'You already get these alerts',
      lines: [
        `Someone, probably you, signed up this address again. Nothing has changed: you get alerts for ${namesOf(preferences.counties)}.`,
      ],
      button: { label: 'See or change your alerts', url: manageUrl },
      manageUrl,
      reason: 'You got this email because someone entered this address on our site.',
    },
    { id: `manage.${channelId}.${randomUUID()}`, to: address },
  );
}

function mailQuestion({ channelId, address, token, preferences }: ConfirmationMessage, site: string) {
  const { manageUrl } = linksOf(site, token);
  return composeShort(
    {
      subject: 'Confirm your weather alerts',
      heading: 'Do you want weather alerts?',
      lines: [
        `Someone, probably you, asked us to send weather alerts for ${namesOf(preferences.counties)} to this address.`,
        'We won’t send any until you confirm. If this wasn’t you, ignore this email. We’ll delete this address within a day.',
      ],
      button: { label: 'Yes, send me alerts', url: manageUrl },
      manageUrl,
      reason: 'You got this email because someone entered this address on our site.',
    },
    { id: `confirm.${channelId}.${token.slice(0, 8)}`, to: address },
  );
}
