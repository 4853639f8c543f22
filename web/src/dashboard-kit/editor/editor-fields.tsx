import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../ui/button.js';
import { TextAreaField, TextField } from '../../ui/forms/field.js';
import { PicturePicker } from '../../ui/forms/picture-picker.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import type { Editor, Values } from './editor.js';

type Owned = 'value' | 'error' | 'onChange' | 'onBlur' | 'readOnly' | 'name';
interface OfEditor<V extends Values> {
  editor: Editor<V>;
  field: keyof V & string;
}

/** A one-line field of an editor. */
export function EditorText<V extends Values>({
  editor,
  field,
  ...rest
}: OfEditor<V> & Omit<ComponentProps<typeof TextField>, Owned>) {
  return (
    <div>
      <TextField {...rest} {...stateOf(editor, field)} />
      <TheirVersion editor={editor} field={field} />
    </div>
  );
}

/** A password of an editor; somebody else's is never known, so there is nothing to compare. */
export function EditorPassword<V extends Values>({
  editor,
  field,
  ...rest
}: OfEditor<V> & Omit<ComponentProps<typeof PasswordField>, Owned>) {
  return <PasswordField {...rest} {...stateOf(editor, field)} />;
}

/** A longer text of an editor. Ctrl+Enter (⌘+Enter) saves from inside it. */
export function EditorTextArea<V extends Values>({
  editor,
  field,
  ...rest
}: OfEditor<V> & Omit<ComponentProps<typeof TextAreaField>, Owned>) {
  return (
    <div>
      <TextAreaField
        {...rest}
        {...stateOf(editor, field)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <TheirVersion editor={editor} field={field} />
    </div>
  );
}

function stateOf<V extends Values>(editor: Editor<V>, field: keyof V & string) {
  return {
    name: field,
    value: String(editor.values[field] ?? ''),
    error: editor.faultOf(field),
    readOnly: editor.saving,
    onChange: (event: { target: { value: string } }) => editor.set(field, event.target.value as V[typeof field]),
  };
}

/** What somebody else stored meanwhile, where something else was typed here. */
function TheirVersion<V extends Values>({ editor, field }: OfEditor<V>) {
  const theirs = editor.theirsOf(field);
  if (typeof theirs !== 'string') return null;
  return (
    <div className="mt-2 rounded-md bg-sky-soft px-4 py-3">
      <p className="text-sm font-semibold">Latest version</p>
      <p className="max-h-40 overflow-y-auto break-words whitespace-pre-line">{theirs || '(empty)'}</p>
      <Button
        tone="secondary"
        size="small"
        className="mt-2"
        onClick={() => editor.set(field, theirs as V[typeof field])}
      >
        Use this
      </Button>
    </div>
  );
}

/** What a form holds for a picture: a new file, the one that is stored, or none. */
export type PictureChoice = File | 'stored' | null;

type PictureFieldProps<V extends Values> = OfEditor<V> &
  Pick<ComponentProps<typeof PicturePicker>, 'label' | 'hint' | 'noun' | 'accept' | 'prompt' | 'required'> & {
    /** The stored picture, shown until another one is chosen. */
    stored?: ReactNode;
  };

/** A picture of an editor; removing it says at once when there must be one. */
export function EditorPicture<V extends Values>({ editor, field, stored, ...rest }: PictureFieldProps<V>) {
  const choice = editor.values[field] as PictureChoice;
  return (
    <PicturePicker
      {...rest}
      file={choice instanceof File ? choice : null}
      stored={choice === 'stored' ? stored : choice === null ? undefined : null}
      error={editor.faultOf(field)}
      disabled={editor.saving}
      onChange={(file) => {
        editor.set(field, file as V[typeof field]);
        editor.touch(field);
      }}
    />
  );
}

/** The box of a stored picture in `EditorPicture`. */
export function StoredPicture({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-40 items-center justify-center overflow-hidden rounded-md bg-surface-raised">{children}</div>
  );
}
