import { z } from 'zod';
import {
  emailField,
  maxLength,
  optionalText,
  pageQuery,
  requiredLine,
  requiredText,
  searchField,
} from '../../fields.js';

/** Fields of POST /main/contact-us. Accepts any phone number. */
export const contactInput = z
  .strictObject({
    name: requiredLine('Name', maxLength.name),
    phone: requiredLine('Phone number', maxLength.phone),
    email: emailField,
    feedback: requiredText('Feedback', maxLength.feedback),
  })
  .meta({ id: 'ContactInput' });
export type ContactInput = z.infer<typeof contactInput>;

export const messageStates = ['new', 'handled'] as const;
export type MessageState = (typeof messageStates)[number];
const stateField = z.enum(messageStates, 'state must be new or handled');

/** "mine" are the new ones that are assigned to the caller. */
export const listedStates = [...messageStates, 'mine'] as const;

/** Query of GET /admin/main/contact-us. */
export const contactListQuery = pageQuery.extend({
  q: searchField,
  state: z.enum(listedStates, 'state must be new, mine or handled').optional(),
  same_sender_as: z.string().max(100, 'same_sender_as is not valid').optional(),
});

export const maxMessagesPerRequest = 50;

/** Body of POST /admin/main/contact-us/state. */
export const messagesStateInput = z
  .strictObject({
    ids: z
      .array(z.string('ids must be a list of ids').max(100, 'ids contains an invalid id'), 'ids must be a list')
      .min(1, 'ids must name at least one message')
      .max(maxMessagesPerRequest, `ids must name at most ${maxMessagesPerRequest} messages`),
    state: stateField,
  })
  .meta({ id: 'MessagesStateInput' });

/** Body of PUT /admin/main/contact-us/:id/note. If-Match carries the edited version. */
export const noteInput = z
  .strictObject({ note: optionalText('Note', maxLength.message) })
  .meta({ id: 'MessageNoteInput' });

/** Body of PUT /admin/main/contact-us/:id/assignee. */
export const assigneeInput = z
  .strictObject({
    assignee: z.string('assignee must be an id').max(100, 'assignee is not valid').nullable(),
  })
  .meta({ id: 'MessageAssigneeInput' });

/** Body of POST /admin/main/contact-us/:id/reply. */
export const replyInput = z
  .strictObject({ text: requiredText('Your answer', maxLength.message) })
  .meta({ id: 'MessageReplyInput' });

/** Ensures that a message with its replies always fits into a response. */
export const maxReplies = 20;
