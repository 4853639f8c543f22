import type { AnswerTextRequest } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { forbidden, unprocessable } from '@site/proto/grpc';
import { usPhoneField } from '@site/proto/notifications/v1/subscriptions.schema';
import type { DataSource, EntityManager } from 'typeorm';
import type { AddressSeal } from '../channels/address-seal.js';
import { endChannels } from '../channels/end-channels.js';
import type { NotificationSettings } from '../settings.js';
import { helpAnswer, isSignedByCarrier, readReply, startAnswer, stopAnswer } from '../sms/reply-words.js';
import { allowTexts, stopTexts } from './confirmation-limits.js';

const answers = { stop: stopAnswer, start: startAnswer, help: helpAnswer, other: '' };

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
  const { data: number } = usPhoneField.safeParse(form['From'] ?? '');
  if (number !== undefined) {
    const hash = seal.hash('sms', number);
    if (wanted === 'stop') await dataSource.transaction((manager) => stopPhone(manager, hash));
    if (wanted === 'start') await allowTexts(dataSource.manager, hash);
  }
  // The carrier says so where it has answered itself.
  return form['OptOutType'] ? '' : answers[wanted];
}

/** Also remembers a phone that has no subscription: it may be signed up later. */
async function stopPhone(manager: EntityManager, hash: Buffer): Promise<void> {
  await stopTexts(manager, hash);
  const [channel] = await manager.query<{ id: string }[]>('SELECT id FROM channels WHERE address_hash = $1', [hash]);
  if (channel) await endChannels(manager, [channel.id], 'ended');
}
