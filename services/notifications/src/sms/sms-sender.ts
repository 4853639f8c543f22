import type { AddressSeal } from '../channels/address-seal.js';
import { textMessage } from '../events/words.js';
import type { Reserved, Run } from '../runs/rows.js';
import type { ChannelSender, Outcome } from '../adapters/adapter.js';
import { pacer } from '../adapters/pacer.js';
import type { SmsGateway } from './sms-gateway.js';

/** Sends warnings as text messages: one segment each, and only the most dangerous ones (`isFor` in runs/reserve.ts). */
export class SmsSender implements ChannelSender {
  readonly kind = 'sms';
  private readonly turn: () => Promise<void>;

  /**
   * @param site the public address, without a trailing slash
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

  begin(run: Run): (reserved: Reserved) => Promise<Outcome> {
    const told = { runId: run.id, kind: run.kind, alert: run.alert };
    return async ({ channelId, addressSealed, counties }) => {
      let to: string;
      try {
        to = this.seal.open(addressSealed, channelId);
      } catch {
        return { state: 'failed', reason: 'cannot be opened' };
      }
      await this.turn();
      if (run.sendUntil.getTime() <= Date.now())
        return { state: 'later', reason: 'too late for a text', waitMs: Number.POSITIVE_INFINITY, notTried: true };
      return this.gateway.send(to, textMessage(told, counties, this.site, Date.now()), `${run.id}.${channelId}`);
    };
  }

  close(): Promise<void> {
    return this.gateway.close();
  }
}
