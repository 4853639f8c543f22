import { z } from 'zod';
import { integer, text, textOrNull } from '../../answers.js';

/** The answer to a form that was checked and not kept. */
export const dryRunAnswer = z.strictObject({
  dry_run: z.literal(true),
  oldest_unsent_mail_seconds: integer.describe('How long the oldest mail has waited to be sent; 0 when none waits.'),
});

/** An answer that went, or goes, to the visitor by mail. */
export const messageReplyAnswer = z.strictObject({
  id: text,
  text: text.describe('As it was written, without the quotation below it.'),
  by_name: text,
  created_at: text,
  state: z.enum(['queued', 'sent', 'failed']).describe('sent: the mail server has taken it.'),
  sent_at: textOrNull,
  reason: text.describe('Why it failed; empty otherwise.'),
});
export type MessageReply = z.infer<typeof messageReplyAnswer>;

/** What a visitor wrote on the contact page, and what was done about it. */
export const contactMessageAnswer = z.strictObject({
  id: text,
  name: text,
  email: text,
  phone: text,
  feedback: text,
  created_at: text,
  state: z.enum(['new', 'handled']),
  handled_by_name: textOrNull,
  handled_at: textOrNull,
  note: text.describe('What people noted about it, for each other.'),
  version: integer.describe('Counts the edits of the note.'),
  replies: z.array(messageReplyAnswer).describe('Oldest first.'),
});
export type ContactMessage = z.infer<typeof contactMessageAnswer>;

/** What became of one of several messages. */
export const messageOutcomeAnswer = z.strictObject({
  id: text,
  message: contactMessageAnswer.nullable().describe('The message as it is now; null when there is none.'),
});
export type MessageOutcome = z.infer<typeof messageOutcomeAnswer>;

/** Beside the list: how many hold the words, on whatever page. */
export interface MessageCounts {
  new: number;
  handled: number;
}
