import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import type { MessageState } from '@site/proto/submissions/v1/contact.schema';
import { kinds } from '@site/domain/kinds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/api.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import * as strings from '../../../strings.js';
import { amount } from '../../../ui/figures.js';
import { useToast } from '../../../ui/toast.js';
import { markMessages } from './messages.js';

/** Marks messages as handled or new, reports the result, and offers to undo it. */
export function useMarking(onMarked: (marked: ContactMessage[]) => void) {
  const client = useQueryClient();
  const showToast = useToast();
  const marking = useMutation({
    networkMode: 'always',
    mutationFn: ({ messages, state }: { messages: ContactMessage[]; state: MessageState; isUndo?: boolean }) =>
      markMessages(messages, state),
    onSuccess(outcomes, { state, isUndo }) {
      const marked = outcomes.flatMap(({ message }) => message ?? []);
      const gone = outcomes.length - marked.length;
      onMarked(marked);
      if (gone > 0) showToast(`${amount(gone, 'message was', 'messages were')} already deleted.`, 'error');
      if (marked.length === 0) return;
      const other = state === 'new' ? 'handled' : 'new';
      const undo = { label: 'Undo', onClick: () => marking.mutate({ messages: marked, state: other, isUndo: true }) };
      showToast(
        `Marked ${amount(marked.length, 'message', 'messages')} as ${state}.`,
        'success',
        isUndo ? undefined : undo,
      );
    },
    onError: (error) =>
      showToast((error instanceof ApiError && error.serverMessage) || strings.somethingWentWrong, 'error'),
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
