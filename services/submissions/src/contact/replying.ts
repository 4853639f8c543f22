import { isId, newId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import { once } from '@site/platform/data/idempotency';
import { addToOutbox } from '@site/platform/jobs/outbox';
import { invalid, unprocessable, type Caller } from '@site/proto/grpc';
import type { ReplyToMessageRequest } from '@site/proto/gen/nest/submissions/v1/contact';
import { mostReplies } from '@site/proto/submissions/v1/contact.schema';
import type { EntityManager } from 'typeorm';
import { ContactReply } from './contact-reply.entity.js';
import { checkLength, setStates, unknownMessage } from './handling.js';

/** Job "send-reply" of the queue "newsletter", payload `{ replyId }`. */
export const sendReplyJob = 'send-reply';

/** Stores the reply and the job that sends it, once per claim, and marks the message as handled. */
export async function reply(
  manager: EntityManager,
  { id: messageId, text, idempotency }: ReplyToMessageRequest,
  caller: Caller,
): Promise<void> {
  if (!idempotency) throw invalid('The idempotency claim is missing.');
  checkLength('text', text, 1);
  if (!isId(messageId)) throw unknownMessage();
  await once(manager, 'contact.reply', idempotency, async () => {
    // Locked, so that concurrent replies are counted correctly.
    const [message] = await manager.query<{ name: string }[]>(
      'SELECT name FROM contact_messages WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
      [messageId],
    );
    if (!message) throw unknownMessage();
    if ((await manager.countBy(ContactReply, { messageId })) >= mostReplies)
      throw unprocessable(`This message already has ${mostReplies} replies. Continue the conversation by email.`);
    const id = newId();
    const outboxId = await addToOutbox(manager, { queue: 'newsletter', name: sendReplyJob, payload: { replyId: id } });
    const { id: byId, name: byName } = caller;
    await manager.insert(ContactReply, { id, messageId, text, byId, byName, outboxId });
    await audit(manager, caller, 'contact.reply', messageId, message.name);
    await setStates(manager, [messageId], true, caller);
    return { id };
  });
}
