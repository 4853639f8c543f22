import type { AnswerTextRequest } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { forbidden, unprocessable } from '@site/proto/grpc';
import { usPhoneField } from '@site/proto/notifications/v1/subscriptions.schema';
import type { DataSource } from 'typeorm';
import type { AddressSeal } from '../channels/address-seal.js';
import { endChannels } from '../channels/end-channels.js';
import type { NotificationSettings } from '../settings.js';
import { helpAnswer, isSignedByCarrier, readReply, stopAnswer } from '../sms/reply-words.js';

/**
 * Does what somebody texted us to do, and returns what to answer. The same for a phone that we know and one that we do not.
 * @throws FAILED_PRECONDITION where texts are off, PERMISSION_DENIED unless the carrier has signed it
 */
export async function answerText(
  { dataSource, seal, settings }: { dataSource: DataSource; seal: AddressSeal; settings: NotificationSettings },
  request: AnswerTextRequest,
): Promise<string> {
  const { sms, smsAuthToken } = settings;
  if (!sms || !smsAuthToken) throw unprocessable('This site does not send text messages.');
  const { form } = request;
  if (!isSignedByCarrier(request, smsAuthToken)) throw forbidden('This is not signed by the carrier of our texts.');
  const wanted = readReply(form['OptOutType'] || (form['Body'] ?? ''));
  if (wanted === 'stop') await endPhone(dataSource, seal, form['From'] ?? '');
  // It says so where it has answered itself.
  if (wanted === 'other' || form['OptOutType']) return '';
  return wanted === 'stop' ? stopAnswer : helpAnswer;
}

async function endPhone(dataSource: DataSource, seal: AddressSeal, phone: string): Promise<void> {
  const { data: number } = usPhoneField.safeParse(phone);
  if (number === undefined) return;
  await dataSource.transaction(async (manager) => {
    const [channel] = await manager.query<{ id: string }[]>('SELECT id FROM channels WHERE address_hash = $1', [
      seal.hash('sms', number),
    ]);
    if (channel) await endChannels(manager, [channel.id], 'ended');
  });
}
