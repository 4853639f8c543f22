import { firstCharacters } from '@site/domain/truncate';
import { state } from '@site/regions/state';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { idField, type HandlersOf } from '../jobs/job.js';
import type { Letter, Site, Thread } from '../mail/letter.js';
import { mailJob, type MailParts } from '../mail/send-once.js';
import { ContactMessage } from './contact-message.entity.js';
import { ContactReply } from './contact-reply.entity.js';
import { sendReplyJob } from './handling.js';

const payload = z.object({ replyId: idField });

/** For mail threading; the same for every attempt. */
const threadId = ({ id }: { id: string }) => `reply.${id}`;

/** Sends a reply even if its message is in the trash meanwhile, because it was promised. */
export const replyJobs = (parts: MailParts): HandlersOf<'send-reply'> =>
  mailJob(parts, sendReplyJob, payload, ({ payload: { replyId } }) => ({
    prepare: async (manager) => {
      const reply = await manager.findOneBy(ContactReply, { id: replyId });
      const message = reply && (await manager.findOneBy(ContactMessage, { id: reply.messageId }));
      if (!message) return undefined;
      const { replies } = message;
      const earlier = replies.slice(
        0,
        replies.findIndex(({ id }) => id === replyId),
      );
      const thread = { id: threadId(reply), earlier: earlier.map(threadId) };
      return { to: message.email, letter: replyLetter({ site: parts.site, message, text: reply.text, thread }) };
    },
    sent: (manager) => mark(manager, replyId, 'sentAt'),
    bounced: (manager) => mark(manager, replyId, 'bouncedAt'),
  }));

async function mark(manager: EntityManager, id: string, what: 'sentAt' | 'bouncedAt'): Promise<void> {
  await manager.update(ContactReply, { id }, { [what]: () => 'now()' });
}

const sentOn = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: state.timeZone });

interface ReplyInput {
  site: Site;
  message: Pick<ContactMessage, 'feedback' | 'createdAt'>;
  text: string;
  thread: Thread;
}

/** Returns the reply with the original message below. No header contains the visitor's text. */
const replyLetter = ({ site, message: { feedback, createdAt }, text, thread }: ReplyInput): Letter => ({
  subject: `Re: your message to ${site.name}`,
  preview: firstCharacters(text, 150),
  heading: 'A reply to your message',
  blocks: [
    { kind: 'text', text },
    { kind: 'small', text: `On ${sentOn.format(new Date(createdAt))} you wrote:` },
    { kind: 'quote', text: feedback },
  ],
  reason: `You're getting this mail because you wrote to ${site.name} on its contact page.`,
  thread,
});
