/** Queries and calls of contact messages. */
import { kinds } from '@site/domain/kinds';
import type {
  Assignee,
  ContactMessage,
  MessageCounts,
  MessageOutcome,
} from '@site/proto/submissions/v1/contact.responses';
import { type listedStates, type MessageState, maxMessagesPerRequest } from '@site/proto/submissions/v1/contact.schema';
import { siteName } from '@site/regions/state';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { adminQuery, fetchData, post, serverMessageOf } from '@/api/admin.js';
import * as strings from '@/strings/public-strings.js';
import { deleteItem, findItem } from '@/dashboard-kit/editor/resource.js';
import { pagedQuery, reloadChanged } from '@/dashboard-kit/list/queries.js';
import { amount } from '@/ui/number-format.js';
import { mailLink } from '@/ui/mail-link.js';
import { useToast } from '@/ui/toast.js';

const address = '/admin/main/contact-us';

export type MessageFilter = (typeof listedStates)[number] | 'all';

export const messagesQuery = (searchText: string, filter: MessageFilter) =>
  pagedQuery<ContactMessage>(['admin', kinds.contact.list, searchText, filter], address, {
    ...(searchText && { q: searchText }),
    ...(filter !== 'all' && { state: filter }),
  });

/** The latest other messages from a message's address. */
export const sameSenderQuery = ({ id }: ContactMessage) =>
  adminQuery<ContactMessage[]>(
    [kinds.contact.list, 'same sender', id],
    `${address}?${new URLSearchParams({ same_sender_as: id, limit: '10' })}`,
  );

export const assigneesQuery = adminQuery<Assignee[]>(['assignees'], `${address}/assignees`);

/** @param assignee a user's id, or null for no assignee */
export const assignMessage = ({ id }: ContactMessage, assignee: string | null) =>
  fetchData<ContactMessage>(`${address}/${encodeURIComponent(id)}/assignee`, { method: 'PUT', json: { assignee } });

/** Returns the counts per state of the messages found, from the first page. */
export const countsOf = ({ pages: [first] }: { pages: object[] }): MessageCounts | undefined =>
  (first as { counts?: MessageCounts } | undefined)?.counts;

/** Finds a message by the sender's address; undefined if it's gone. */
export const findMessage = ({ id, email }: ContactMessage) =>
  findItem<ContactMessage>(`${address}?${new URLSearchParams({ q: email })}`, id);

/** Polls until the reply has been sent. */
export const freshQuery = (message: ContactMessage) =>
  queryOptions({
    queryKey: ['admin', kinds.contact.list, 'one', message.id],
    queryFn: async () => (await findMessage(message)) ?? null,
  });
/** Whether a reply hasn't been sent yet. */
export const isOnItsWay = ({ replies }: ContactMessage) => replies.some(({ state }) => state === 'queued');

/** Marks in as few calls as possible; returns the outcome of each message. */
async function markMessages(messages: ContactMessage[], state: MessageState): Promise<MessageOutcome[]> {
  const outcomes: MessageOutcome[] = [];
  for (let at = 0; at < messages.length; at += maxMessagesPerRequest) {
    const ids = messages.slice(at, at + maxMessagesPerRequest).map(({ id }) => id);
    const { data } = await post<MessageOutcome[]>(`${address}/state`, { ids, state });
    outcomes.push(...data);
  }
  return outcomes;
}

/** @throws ApiError with 409 if another user changed the note since `version` */
export const saveNote = ({ id }: ContactMessage, note: string, version: number) =>
  fetchData<ContactMessage>(`${address}/${encodeURIComponent(id)}/note`, {
    method: 'PUT',
    json: { note },
    headers: { 'If-Match': `"${version}"` },
  });

export const sendReply = async ({ id }: ContactMessage, text: string, headers: Record<string, string>) =>
  (await post<ContactMessage>(`${address}/${encodeURIComponent(id)}/reply`, { text }, headers)).data;

export const deleteMessage = ({ id }: ContactMessage) => deleteItem(address, id);

/** The longest that every mail program accepts in a `mailto:` address. */
const maxQuotationLength = 1_000;

/** Returns a mailto link that quotes the message. @param sentOn the message's date in words */
export function buildReplyLink({ name, email, feedback }: ContactMessage, sentOn: string): string {
  const characters = [...feedback];
  const quoted =
    characters.slice(0, maxQuotationLength).join('') + (characters.length > maxQuotationLength ? ' […]' : '');
  const body = [
    `Hello ${name},`,
    '',
    '',
    '',
    `On ${sentOn}, you wrote:`,
    ...quoted.split(/\r\n|\r|\n/).map((line) => `> ${line}`),
  ].join('\r\n');
  return mailLink(email, { subject: `Your message to ${siteName}`, body });
}

/**
 * Returns a mutation that sets the state of messages and offers to undo it. @param onMarked called with the changed
 * ones
 */
export function useMarking(onMarked: (marked: ContactMessage[]) => void) {
  const client = useQueryClient();
  const showToast = useToast();
  const marking = useMutation({
    mutationFn: ({ messages, state }: { messages: ContactMessage[]; state: MessageState; isUndo?: boolean }) =>
      markMessages(messages, state),
    onSuccess(outcomes, { state, isUndo }) {
      const marked = outcomes.flatMap(({ message }) => message ?? []);
      const deletedCount = outcomes.length - marked.length;
      onMarked(marked);
      if (deletedCount > 0)
        showToast(`${amount(deletedCount, 'message was', 'messages were')} already deleted.`, 'error');
      if (marked.length === 0) return;
      const other = state === 'new' ? 'handled' : 'new';
      const undo = { label: 'Undo', onClick: () => marking.mutate({ messages: marked, state: other, isUndo: true }) };
      showToast(
        `Marked ${amount(marked.length, 'message', 'messages')} as ${state}.`,
        'success',
        isUndo ? undefined : undo,
      );
    },
    onError: (error) => showToast(serverMessageOf(error) || strings.somethingWentWrong, 'error'),
    onSettled: () => reloadChanged(client, kinds.contact.list),
  });
  return {
    mark: (messages: ContactMessage[], state: MessageState) => {
      // The "All" tab may include messages already in that state.
      if (!marking.isPending) marking.mutate({ messages: messages.filter((one) => one.state !== state), state });
    },
    isMarking: marking.isPending,
  };
}
