/** Reusable replies and reasons for rejection: choose, save and delete. */
import type { SavedText } from '@site/proto/submissions/v1/saved-texts.responses';
import { savedTextInput, type SavedTextKind } from '@site/proto/submissions/v1/saved-texts.schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { adminQuery, fetchData, post } from '../api/admin.js';
import { Button, IconButton } from '../ui/button.js';
import { TextField } from '../ui/forms/form-fields.js';
import { Failure } from './action-dialog.js';
import { Details } from './facts.js';

const address = '/admin/main/saved-texts';

const names: Record<SavedTextKind, { title: string; save: string; empty: string }> = {
  reply: { title: 'Saved replies', save: 'Save this reply', empty: 'Write a reply, then save it here to reuse it.' },
  reason: { title: 'Saved reasons', save: 'Save this reason', empty: 'Write a reason, then save it here to reuse it.' },
};

interface SavedTextPickerProps {
  kind: SavedTextKind;
  /** What the form contains, to be saved. */
  text: string;
  onSelect: (text: string) => void;
}

/** Texts that the team reuses: choosing one puts it into the form. */
export function SavedTextPicker({ kind, text, onSelect }: SavedTextPickerProps) {
  const client = useQueryClient();
  const { title, save, empty } = names[kind];
  const query = adminQuery<SavedText[]>(['saved-texts', kind], `${address}?kind=${kind}`);
  const saved = useQuery(query);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const reload = () => client.invalidateQueries({ queryKey: query.queryKey });
  const saving = useMutation({
    mutationFn: (named: string) => post<SavedText>(address, { kind, title: named, text }),
    onSuccess: () => setName(''),
    onSettled: reload,
  });
  const deleting = useMutation({
    mutationFn: ({ id }: SavedText) => fetchData(`${address}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSettled: reload,
  });

  function saveText() {
    if (saving.isPending) return;
    const checked = savedTextInput.safeParse({ kind, title: name, text });
    setError(checked.error?.issues[0]?.message);
    if (checked.success) saving.mutate(checked.data.title);
  }

  return (
    <Details summary={saved.data?.length ? `${title} (${saved.data.length})` : title}>
      {saved.data?.length === 0 && !text.trim() && <p>{empty}</p>}
      {saved.isError && <p>We couldn’t load the saved texts.</p>}
      <ul aria-label={title}>
        {saved.data?.map((one) => (
          <li key={one.id} className="flex items-center gap-1">
            <button
              type="button"
              title={one.text}
              onClick={() => onSelect(one.text)}
              className="min-h-11 min-w-0 flex-1 rounded-sm px-2 text-left hover:bg-surface-raised"
            >
              <span className="font-semibold text-ink">{one.title}</span>
              <span className="block truncate">{one.text}</span>
            </button>
            <IconButton label={`Delete the saved text ${one.title}`} onClick={() => deleting.mutate(one)}>
              <Trash2 aria-hidden="true" size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
      {text.trim() && (
        <TextField
          label={`${save} as`}
          className="mt-2"
          autoComplete="off"
          value={name}
          error={error}
          readOnly={saving.isPending}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Not the form around it.
            event.preventDefault();
            saveText();
          }}
          trailing={
            <Button tone="quiet" size="small" busyLabel={saving.isPending && 'Saving…'} onClick={saveText}>
              <Save aria-hidden="true" size={16} />
              Save
            </Button>
          }
        />
      )}
      <Failure text="We couldn’t save it. It’s still here." error={saving.error} className="mt-2" />
      <Failure text="We couldn’t delete it. Try again." error={deleting.error} className="mt-2" />
    </Details>
  );
}
