import type { ContactMessage, MessageReply } from '@site/proto/submissions/v1/contact.answers';
import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import { Ago } from '../../../dashboard-kit/ago.js';
import { LinkedText } from '../../../ui/linked-text.js';

const states = {
  queued: { Icon: Hourglass, word: 'Sending', look: 'text-ink-soft' },
  sent: { Icon: CircleCheck, word: 'Sent', look: 'text-ozark' },
  failed: { Icon: CircleAlert, word: 'Not sent', look: 'text-danger' },
};

/** The replies to a message, oldest first. */
export function MessageThread({ message: { replies } }: { message: ContactMessage }) {
  if (replies.length === 0) return null;
  return (
    <section aria-label="Replies" className="mt-6">
      <h3 className="font-semibold">{replies.length === 1 ? 'Reply' : 'Replies'}</h3>
      <ol className="mt-2 flex flex-col gap-3">
        {replies.map((reply) => (
          <li key={reply.id} className="rounded-md bg-surface-raised px-4 py-3">
            <p className="text-sm text-ink-soft">
              <strong className="text-ink">{reply.by_name}</strong>, <Ago at={reply.created_at} />
            </p>
            <p className="mt-1 wrap-anywhere whitespace-pre-line">
              <LinkedText text={reply.text} />
            </p>
            <ReplyState reply={reply} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function ReplyState({ reply: { state, sent_at: at, reason } }: { reply: MessageReply }) {
  const { Icon, word, look } = states[state];
  return (
    <p role="status" className={`mt-2 flex flex-wrap items-center gap-x-1.5 text-sm ${look}`}>
      <Icon aria-hidden="true" size={16} />
      <span>
        {word} {at && <Ago at={at} />}
      </span>
      {reason && <span className="w-full wrap-anywhere text-ink-soft">{reason} An admin can retry it under Jobs.</span>}
    </p>
  );
}
