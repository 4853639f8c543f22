import type { ReceiveTextRequest } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { forbidden, unprocessable } from '@site/proto/grpc';
import { usPhoneField } from '@site/proto/notifications/v1/subscriptions.schema';
import type { DataSource, EntityManager } from 'typeorm';
import type { AddressSeal } from '../channels/address-seal.js';
import { endChannels } from '../channels/end-channels.js';
import type { NotificationSettings } from '../config.js';
import { buildReply, isSignedByCarrier, readReply } from '../sms/parse-reply.js';
import { allowSms, stopSms } from './confirmation-limits.js';

/**
 * Executes a texted command and returns the reply, the same for known and unknown phones.
 * @throws FAILED_PRECONDITION if texts are off, PERMISSION_DENIED unless signed by the carrier
 */
export async function replyToText(
  { dataSource, seal, settings }: { dataSource: DataSource; seal: AddressSeal; settings: NotificationSettings },
  request: ReceiveTextRequest,
): Promise<string> {
  const { sms, smsAuthToken } = settings;
  if (!sms || !smsAuthToken) throw unprocessable('This site does not send text messages.');
  const { form } = request;
  if (!isSignedByCarrier(request, smsAuthToken)) throw forbidden('This request is not signed by our text carrier.');
  const reply = form['OptOutType'] || (form['Body'] ?? '');
  const command = readReply(reply);
  const { data: number } = usPhoneField.safeParse(form['From'] ?? '');
  let isConfirmed = true;
  if (number !== undefined) {
    const hash = seal.hash('sms', number);
    if (command === 'stop') isConfirmed = await dataSource.transaction((manager) => stopPhone(manager, hash));
    if (command === 'start') await allowSms(dataSource.manager, hash);
  }
  // The carrier has already replied; or this is another STOP, possibly of an automatic reply to our confirmation, of
  // which 47 CFR 64.1200(a)(12) allows one.
  return form['OptOutType'] || !isConfirmed ? '' : buildReply(reply);
}

/**
 * Applies also to phones without a subscription, which someone may sign up later.
 * @returns whether to confirm it
 */
async function stopPhone(manager: EntityManager, hash: Buffer): Promise<boolean> {
  const isNew = await stopSms(manager, hash);
  const [channel] = await manager.query<{ id: string }[]>('SELECT id FROM channels WHERE address_hash = $1', [hash]);
  if (channel) await endChannels(manager, [channel.id], 'ended');
  return isNew;
}
