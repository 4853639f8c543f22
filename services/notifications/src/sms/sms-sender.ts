import type { AddressSeal } from '../channels/address-seal.js';
import { textMessage } from '../events/notification-texts.js';
import { dayOf, type Reserved, type Dispatch } from '../dispatches/dispatch-rows.js';
import { languageOf } from '../messages/language.js';
import { pacer } from '@site/platform/mail/pace';
import type { ChannelSender, DeliveryResult } from '../adapters/adapter.js';
import { reportUrl } from './delivery-reports.js';
import type { SmsGateway } from './sms-gateway.js';

/** Sends warnings as texts of one segment. */
export class SmsSender implements ChannelSender {
  readonly kind = 'sms';
  private readonly turn: () => Promise<void>;

  /**
   * @param site without a trailing slash
   * @param perSecond the number's rate limit: 3 for a toll-free number, 100 for a short code
   */
  constructor(
    private readonly gateway: SmsGateway,
    private readonly seal: AddressSeal,
    private readonly site: string,
    perSecond: number,
  ) {
    this.turn = pacer(perSecond);
  }

  begin(dispatch: Dispatch): (reserved: Reserved) => Promise<DeliveryResult> {
    return async ({ channelId, addressSealed, counties, language }) => {
      let to: string;
      try {
        to = this.seal.open(addressSealed, channelId);
      } catch {
        return { state: 'failed', reason: 'cannot be opened' };
      }
      await this.turn();
      if (dispatch.sendUntil.getTime() <= Date.now())
        return { state: 'later', reason: 'too late for a text', waitMs: Number.POSITIVE_INFINITY, notTried: true };
      const reading = { fips: counties, site: this.site, now: Date.now(), language: languageOf(language) };
      const reference = { channelId, dispatch: { id: dispatch.id, day: dayOf(dispatch) } };
      return this.gateway.send(to, textMessage(dispatch, reading), reportUrl(this.site, reference));
    };
  }

  close(): Promise<void> {
    return this.gateway.close();
  }
}
