import { canonicalProse } from '@site/domain/canonical-text';
import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import { noteInput } from '@site/proto/submissions/v1/contact.schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api.js';
import { FailureText } from '../../../dashboard-kit/editor/delete-dialog.js';
import { useFoundDraft, useKeptDraft } from '../../../dashboard-kit/editor/draft.js';
import { textOf } from '../../../dashboard-kit/editor/resource.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { TextAreaField } from '../../../ui/forms/field.js';
import { findMessage, saveNote } from './messages.js';

interface NoteBoxProps {
  message: ContactMessage;
  onSaved: (message: ContactMessage) => void;
}

interface Typed {
  note: string;
  /** Version of the note that was edited. */
  version: number;
}

/** The internal note of a message. A draft survives closing the dialog and is saved only on request. */
export function NoteBox({ message, onSaved }: NoteBoxProps) {
  const draft = `contact note ${message.id}`;
  const found = useFoundDraft(draft);
  const [typed, setTyped] = useState<Typed | undefined>(
    () => found && { note: textOf(found.values['note']), version: found.base.version ?? message.version },
  );
  const [fault, setFault] = useState<string>();
  /** The message as another user left it. */
  const [theirs, setTheirs] = useState<ContactMessage>();
  const isChanged = typed !== undefined && canonicalProse(typed.note) !== canonicalProse(message.note);
  useKeptDraft(draft, () =>
    isChanged ? { values: { note: typed.note }, base: { values: {}, version: typed.version } } : undefined,
  );
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: ({ note, version }: Typed) => saveNote(message, note, version),
    onSuccess(now) {
      setTyped(undefined);
      setTheirs(undefined);
      onSaved(now);
    },
    async onError(error) {
      if (error instanceof ApiError && error.status === 409)
        setTheirs(await findMessage(message).catch(() => undefined));
    },
  });

  function save(change: Typed) {
    const checked = noteInput.safeParse({ note: change.note });
    setFault(checked.error?.issues[0]?.message);
    if (checked.success && !saving.isPending) saving.mutate({ ...change, note: checked.data.note });
  }

  return (
    <div className="mt-6 border-t border-line pt-5">
      <TextAreaField
        label="Note"
        hint="Internal note. The sender won’t see it."
        rows={2}
        value={typed?.note ?? message.note}
        error={fault}
        readOnly={saving.isPending}
        onChange={({ target: { value: note } }) => {
          setTyped({ note, version: isChanged ? typed.version : message.version });
          setFault(undefined);
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
        saving.isError && (
          <Banner tone="error" className="mt-3">
            <FailureText text="We couldn’t save the note. It’s still here." error={saving.error} />
          </Banner>
        )
      )}
      {isChanged && (
        <Button tone="secondary" className="mt-3" busyLabel={saving.isPending && 'Saving…'} onClick={() => save(typed)}>
          Save note
        </Button>
      )}
    </div>
  );
}
