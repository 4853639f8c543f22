/** Forms below a contact message: reply, and internal note. */
import { canonicalProse } from '@site/domain/canonical-text';
import type { ContactMessage } from '@site/proto/submissions/v1/contact.responses';
import { noteInput, replyInput } from '@site/proto/submissions/v1/contact.schema';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { hasStatus } from '@/api/admin.js';
import { Failure } from '@/dashboard-kit/action-dialog.js';
import { useDraft, useStoredDraft } from '@/dashboard-kit/editor/drafts.js';
import { SavedTextPicker } from '@/dashboard-kit/saved-texts.js';
import { fullDateTime } from '@/components/time/times.js';
import { Banner } from '@/ui/banner.js';
import { Button, MailButtonLink } from '@/ui/button.js';
import { TextAreaField } from '@/ui/forms/form-fields.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import { buildReplyLink, findMessage, saveNote, sendReply } from './messages.js';

interface ReplyBoxProps {
  message: ContactMessage;
  onReplied: (message: ContactMessage) => void;
}

export function ReplyBox({ message, onReplied }: ReplyBoxProps) {
  const draft = useDraft<{ text: string }>(`contact reply ${message.id}`);
  const [text, setText] = useState(draft.found?.text ?? '');
  const [formError, setFormError] = useState<string>();
  const [keys] = useState(() => new SubmissionKeys());
  useStoredDraft(draft, text.trim() ? { text } : undefined);
  const sending = useMutation({
    mutationFn: (reply: string) => sendReply(message, reply, keys.headersFor({ id: message.id, reply })),
    onSuccess(now) {
      keys.renew();
      setText('');
      onReplied(now);
    },
  });

  function send(event?: SubmitEvent) {
    event?.preventDefault();
    if (sending.isPending) return;
    const checked = replyInput.safeParse({ text });
    setFormError(checked.error?.issues[0]?.message);
    if (checked.success) sending.mutate(checked.data.text);
  }

  return (
    <form noValidate onSubmit={send} className="mt-6">
      <TextAreaField
        label="Your reply"
        hint={`Goes to ${message.email} with their message below it. Their response comes to the site’s mailbox, not here.`}
        rows={5}
        value={text}
        error={formError}
        readOnly={sending.isPending}
        aria-keyshortcuts="Control+Enter"
        data-autofocus=""
        onChange={(event) => {
          setText(event.target.value);
          setFormError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <SavedTextPicker
        kind="reply"
        text={text}
        onSelect={(saved) => setText((now) => (now.trim() ? `${now.trimEnd()}\n\n${saved}` : saved))}
      />
      <Failure text="We couldn’t send the reply. It’s still here." error={sending.error} className="mt-3" />
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button type="submit" busyLabel={sending.isPending && 'Sending…'}>
          <Send aria-hidden="true" size={18} />
          Send reply
        </Button>
        <MailButtonLink tone="quiet" href={buildReplyLink(message, fullDateTime(Date.parse(message.created_at)))}>
          Reply in your own mail program
        </MailButtonLink>
      </div>
    </form>
  );
}

interface Typed {
  note: string;
  /** The note when editing began, and its version. */
  before: string;
  version: number;
}

/** Saved only on request. */
export function NoteBox({ message, onSaved }: { message: ContactMessage; onSaved: (message: ContactMessage) => void }) {
  const draft = useDraft<Typed>(`contact note ${message.id}`);
  const [typed, setTyped] = useState(draft.found);
  const [formError, setFormError] = useState<string>();
  const [theirs, setTheirs] = useState<ContactMessage>();
  const isChanged = typed !== undefined && canonicalProse(typed.note) !== canonicalProse(message.note);
  useStoredDraft(draft, isChanged ? typed : undefined);
  const saving = useMutation({
    // A reply or another change of the message, but not of its note, raises the version too.
    mutationFn: ({ note, before, version }: Typed) =>
      saveNote(message, note, before === message.note ? Math.max(version, message.version) : version),
    onSuccess(now) {
      setTyped(undefined);
      setTheirs(undefined);
      onSaved(now);
    },
    async onError(error) {
      if (hasStatus(error, 409)) setTheirs(await findMessage(message).catch(() => undefined));
    },
  });

  function save(change: Typed) {
    const checked = noteInput.safeParse({ note: change.note });
    setFormError(checked.error?.issues[0]?.message);
    if (checked.success && !saving.isPending) saving.mutate({ ...change, note: checked.data.note });
  }

  return (
    <div className="mt-6 border-t border-line pt-5">
      <TextAreaField
        label="Note"
        hint="Internal note. The sender won’t see it."
        rows={2}
        value={typed?.note ?? message.note}
        error={formError}
        readOnly={saving.isPending}
        onChange={({ target: { value: note } }) => {
          setTyped({ ...(isChanged ? typed : { before: message.note, version: message.version }), note });
          setFormError(undefined);
        }}
      />
      {theirs && typed ? (
        <Banner tone="error" className="mt-3">
          <p>Someone else changed the note in the meantime. It now says:</p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink-soft">{theirs.note || '(empty)'}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              size="small"
              tone="secondary"
              onClick={() => {
                setTyped(undefined);
                setTheirs(undefined);
                saving.reset();
                onSaved(theirs);
              }}
            >
              Use theirs
            </Button>
            <Button size="small" onClick={() => save({ ...typed, version: theirs.version })}>
              Save mine
            </Button>
          </div>
        </Banner>
      ) : (
        <Failure text="We couldn’t save the note. It’s still here." error={saving.error} className="mt-3" />
      )}
      {isChanged && (
        <Button tone="secondary" className="mt-3" busyLabel={saving.isPending && 'Saving…'} onClick={() => save(typed)}>
          Save note
        </Button>
      )}
    </div>
  );
}
