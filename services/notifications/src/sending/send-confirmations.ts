/** Sends confirmations, and checks that channels still work. */
import { randomUUID } from 'node:crypto';
import type { MailVerdicts } from '@site/platform/mail/mail-verdicts';
import type { Mailer } from '@site/platform/mail/mailer';
import { counties } from '@site/regions/counties';
import type { PushResult } from '../push/push-origin.js';
import type { PushSender } from '../push/push-sender.js';
import { reportUrl } from '../sms/delivery-reports.js';
import type { SmsGateway } from '../sms/sms-gateway.js';
import type { ConfirmationFate, ConfirmationMessage, SendConfirmation } from '../subscriptions/confirmations.js';
import { gsm } from '../events/notification-texts.js';
import { languageOf, type Language } from '../messages/language.js';
import { finalFailure, linksOf, outcomeOf } from './mail-sender.js';
import { composeShort } from './mail-text.js';

export interface AskingParts {
  /** Without a trailing slash. */
  site: string;
  push: Pick<PushSender, 'push'> | undefined;
  mailer: Pick<Mailer, 'send' | 'returnToken'> | undefined;
  sms: Pick<SmsGateway, 'send'> | undefined;
  verdicts?: Pick<MailVerdicts, 'wasAccepted' | 'recordRejection'> | undefined;
}

/** As long as a confirmation is valid. */
const ttlSeconds = 86_400;

const fateOf = ({ state }: { state: PushResult['state'] }): ConfirmationFate =>
  // An invented endpoint costs one request; a text that may have been sent isn't repeated.
  state === 'accepted' || state === 'gone' || state === 'later' ? state : 'refused';

const placesIn = (fips: readonly string[], { messages }: Language): string =>
  messages.allPlaces(fips.flatMap((code) => counties.find((county) => county.fips === code)?.name ?? []));

/** Returns the function that sends a confirmation by its channel; "later" for a channel that is off here. */
export function createConfirmationSender({ site, push, mailer, sms, verdicts }: AskingParts): SendConfirmation {
  async function confirmByPush(message: ConfirmationMessage): Promise<ConfirmationFate> {
    if (!push || !message.keys) return 'later';
    // Without `web_push`, the phone passes it to the service worker, which posts the token back.
    const isConfirmation = message.purpose === 'confirm';
    const text = JSON.stringify({
      ...(!isConfirmation && { web_push: 8030 }),
      notification: pushQuestion(message, site),
    });
    const browser = { endpoint: message.address, keys: message.keys };
    return fateOf(await push.push(browser, text, { urgency: 'normal', ttlSeconds, isProven: !isConfirmation }));
  }

  async function confirmByEmail(message: ConfirmationMessage): Promise<ConfirmationFate> {
    if (!mailer) return 'later';
    const recipient = { id: message.channelId, to: message.address };
    try {
      const mail = (message.purpose === 'manage' ? mailLink : mailQuestion)(message, site);
      await mailer.send({ ...mail, returnToken: mailer.returnToken?.(message.channelId, mail.id) });
    } catch (error) {
      return fateOf(outcomeOf(await finalFailure(verdicts, recipient, error)));
    }
    await verdicts?.wasAccepted(recipient);
    return 'accepted';
  }

  async function confirmBySms({
    channelId,
    address,
    purpose,
    token,
    preferences,
  }: ConfirmationMessage): Promise<ConfirmationFate> {
    if (!sms) return 'later';
    const language = languageOf(preferences.language);
    const { messages } = language;
    const { manageUrl } = linksOf(site, token, language);
    const body = purpose === 'manage' ? messages.textManage(manageUrl) : messages.textConfirm(manageUrl);
    return fateOf(await sms.send(address, gsm(body), reportUrl(site, { channelId })));
  }

  const senders = { push: confirmByPush, mail: confirmByEmail, sms: confirmBySms };
  return (message) => senders[message.kind](message);
}

function pushQuestion({ purpose, token, preferences }: ConfirmationMessage, site: string) {
  const language = languageOf(preferences.language);
  const { messages, locale } = language;
  const shared = { lang: locale, tag: 'subscription', navigate: linksOf(site, token, language).manageUrl };
  if (purpose === 'still-there')
    return {
      ...shared,
      title: messages.stillOn,
      body: messages.stillOnFor(placesIn(preferences.counties, language)),
      silent: true,
      data: {},
    };
  // For a worker that couldn't confirm.
  return { ...shared, title: messages.oneMoreStep, body: messages.tapToConfirm, data: { confirm: token } };
}

/** Contains none of the sign-up's preferences, which may be a stranger's. */
function mailLink({ channelId, address, token, preferences }: ConfirmationMessage, site: string) {
  const language = languageOf(preferences.language);
  const { messages } = language;
  const { manageUrl } = linksOf(site, token, language);
  return composeShort(
    {
      subject: messages.manageSubject,
      heading: messages.manageHeading,
      lines: [messages.manageText(placesIn(preferences.counties, language))],
      button: { label: messages.manageButton, url: manageUrl },
      manageUrl,
      reason: messages.entered,
    },
    language,
    { id: `manage.${channelId}.${randomUUID()}`, to: address },
  );
}

function mailQuestion({ channelId, address, token, preferences }: ConfirmationMessage, site: string) {
  const language = languageOf(preferences.language);
  const { messages } = language;
  const { manageUrl } = linksOf(site, token, language);
  return composeShort(
    {
      subject: messages.confirmSubject,
      heading: messages.confirmHeading,
      lines: [messages.confirmQuestion(placesIn(preferences.counties, language)), messages.confirmFirst],
      button: { label: messages.confirmButton, url: manageUrl },
      manageUrl,
      reason: messages.entered,
    },
    language,
    { id: `confirm.${channelId}.${token.slice(0, 8)}`, to: address },
  );
}
