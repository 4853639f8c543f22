/** Sends warnings by mail, encoded once for all readers of the same counties. */
import type { MailRecipient, MailVerdicts } from '@site/platform/mail/mail-verdicts';
import { mailSeries } from '@site/platform/mail/mail-series';
import type { Mailer } from '@site/platform/mail/mailer';
import { SendFailure } from '@site/platform/mail/send-failure';
import type { AddressSeal } from '../channels/address-seal.js';
import { formatNotification } from '../events/notification-texts.js';
import type { Reserved, Dispatch } from '../dispatches/dispatch-rows.js';
import { languageOf, type Language } from '../messages/language.js';
import { pacer } from '@site/platform/mail/pace';
import type { ChannelSender, DeliveryResult } from '../adapters/adapter.js';
import { composeShort, type ShortLetter } from './mail-text.js';

/** HMAC-SHA256 in base64url: `AddressSeal.manageToken`. */
const tokenLength = 43;
/** Later mails would be outdated news. */
const maxWaitMs = 10 * 60_000;
/** After a refusal that may be ours: an operator may fix the settings while the warning lasts. */
const undecidedWaitMs = 60_000;

type Series = Awaited<ReturnType<typeof mailSeries>>;

/** Returns a mail's links to manage and to end the subscription. @param site without a trailing slash */
export const linksOf = (
  site: string,
  token: string,
  { prefix }: Language,
): Pick<ShortLetter, 'manageUrl'> & { oneClickUrl: string } => ({
  manageUrl: `${site}${prefix}/subscription?token=${token}`,
  oneClickUrl: `${site}/main/notifications/end?token=${token}`,
});

/** Sends at most `perSecond` mails. A mail more than ten minutes after its dispatch isn't sent. */
export class MailSender implements ChannelSender {
  readonly kind = 'mail';

  private readonly turn: () => Promise<void>;

  /** @param site the public address, without a trailing slash */
  constructor(
    private readonly mailer: Mailer,
    private readonly seal: AddressSeal,
    private readonly site: string,
    perSecond: number,
    /** Without it, each refusal counts for itself. */
    private readonly verdicts?: Pick<MailVerdicts, 'wasAccepted' | 'recordRejection'>,
  ) {
    this.turn = pacer(perSecond);
  }

  begin(dispatch: Dispatch): (reserved: Reserved) => Promise<DeliveryResult> {
    const series = new Map<string, Promise<Series>>();
    const seriesFor = ({ counties, language }: Reserved): Promise<Series> => {
      const key = `${language} ${counties.join()}`;
      const pendingSeries = series.get(key) ?? this.seriesOf(dispatch, counties, languageOf(language));
      series.set(key, pendingSeries);
      return pendingSeries;
    };
    return async (reserved) => {
      const { channelId, addressSealed, wasHeld } = reserved;
      if (!wasHeld && Date.now() - dispatch.createdAt.getTime() > maxWaitMs)
        return { state: 'later', reason: 'too late for email', waitMs: Number.POSITIVE_INFINITY, notTried: true };
      let to = '';
      try {
        to = this.seal.open(addressSealed, channelId);
        const fill = await seriesFor(reserved);
        await this.turn();
        const id = `${dispatch.id}.${channelId}`;
        const returnToken = this.mailer.returnToken?.(channelId, dispatch.id);
        await this.mailer
          .startSending(await fill({ id, to, token: this.seal.manageToken(channelId), returnToken }))
          .release();
      } catch (error) {
        return outcomeOf(await finalFailure(this.verdicts, { id: channelId, to }, error));
      }
      await this.verdicts?.wasAccepted({ id: channelId, to });
      return { state: 'accepted' };
    };
  }

  private seriesOf(dispatch: Dispatch, fips: readonly string[], language: Language): Promise<Series> {
    const { messages } = language;
    const { event, badge, text } = dispatch.alert;
    const { title, body, url } = formatNotification(dispatch, { fips, site: this.site, now: Date.now(), language });
    const official = language.code === 'en' || !text ? undefined : { heading: messages.officialText, text };
    return mailSeries(
      ({ id, to, token, returnToken }) => ({
        ...composeShort(
          {
            subject: title,
            heading: title,
            lines: [body, messages.slow],
            button: { label: messages.read, url },
            reason: messages.reason,
            inEnglish: [event, badge],
            official,
            ...linksOf(this.site, token, language),
          },
          language,
          { id, to },
        ),
        returnToken,
      }),
      (mail) => this.mailer.encode(mail),
      tokenLength,
      this.mailer.returnToken?.(dispatch.id, dispatch.id) !== undefined,
    );
  }

  async close(): Promise<void> {
    this.mailer.close();
  }
}

/** Returns the error with its final kind. */
export const finalFailure = async (
  verdicts: Pick<MailVerdicts, 'recordRejection'> | undefined,
  recipient: MailRecipient,
  error: unknown,
): Promise<unknown> =>
  error instanceof SendFailure ? ((await verdicts?.recordRejection(recipient, error)) ?? error) : error;

/** Maps an error of the mailer to the ledger's outcome. */
export function outcomeOf(error: unknown): DeliveryResult {
  if (!(error instanceof SendFailure)) return { state: 'failed', reason: 'the mail could not be created' };
  const { kind, message: reason, maybeSent } = error;
  if (kind === 'bounced') return { state: 'gone', reason };
  if (error.isUndecided) return { state: 'later', reason, waitMs: undecidedWaitMs };
  if (kind === 'refused') return { state: 'failed', reason };
  // An operator may fix the settings while the warning lasts.
  return { state: 'later', reason, ...(maybeSent && { maybeSent }) };
}
