/** One field of an editor's form, built from its description. */
import { logoTypes, photoFormats, photoTypes } from '@site/domain/images/image-limits';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '@/ui/button.js';
import { PasswordField, TextAreaField, TextField } from '@/ui/forms/form-fields.js';
import { ImagePicker } from '@/ui/forms/image-picker.js';
import type { CheckedValues, Field, FormValues, ImageField, TextField as TextLike } from './resource.js';
import type { Editor } from './use-editor.js';

interface ResourceFieldProps<Item, Kind extends Field<Item> = Field<Item>> {
  editor: Pick<Editor, 'control' | 'rules' | 'set' | 'saving' | 'theirs'>;
  name: string;
  field: Kind;
  item: Item | undefined;
  /** Focused when the form opens. */
  begin: boolean;
}

export function ResourceField<Item>({ field, ...rest }: ResourceFieldProps<Item>) {
  if (field.type === 'picture') return <ImageControl {...rest} field={field} />;
  if (field.type !== 'own') return <Text {...rest} field={field} />;
  const { control, set, saving } = rest.editor;
  return field.Control ? <field.Control control={control} set={set} item={rest.item} disabled={saving} /> : null;
}

type TextProps<Item> = ResourceFieldProps<Item, TextLike>;

function Text<Item>({ editor, name, field, item, begin }: TextProps<Item>) {
  const { field: box, fieldState } = useController<FormValues, string, CheckedValues>({
    name,
    control: editor.control,
  });
  const { type = 'text', hint, hintOnEdit, rows, ...rest } = field;
  const typed = typeof box.value === 'string' ? box.value : '';
  const rule = editor.rules.shape[name] as z.ZodType | undefined;
  const shared = {
    ...rest,
    name,
    hint: (item && hintOnEdit) ?? (typeof hint === 'function' ? hint(typed) : hint),
    value: typed,
    error: fieldState.error?.message,
    required: rule !== undefined && !z.safeParse(rule, '').success,
    readOnly: editor.saving,
    onChange: box.onChange,
    ...(begin && { 'data-autofocus': '' }),
  };
  // Another user's password is unknown, so there is no confirmation field.
  if (type === 'password') return <PasswordField {...shared} autoComplete="new-password" />;
  return (
    <div>
      {type === 'lines' ? (
        <TextAreaField
          {...shared}
          rows={rows}
          onKeyDown={(event) => {
            // Ctrl+Enter (⌘+Enter) submits from a multiline field.
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
      ) : (
        <TextField
          {...shared}
          type={type}
          autoComplete="off"
          {...(type === 'url' && { inputMode: 'url' as const, autoCapitalize: 'none' })}
        />
      )}
      <TheirVersion editor={editor} name={name} currentValue={typed} />
    </div>
  );
}

/** The value that another user stored meanwhile, if it conflicts. */
function TheirVersion({
  editor,
  name,
  currentValue,
}: Pick<ResourceFieldProps<unknown>, 'editor' | 'name'> & { currentValue: string }) {
  const theirs = editor.theirs?.[name];
  if (typeof theirs !== 'string' || theirs === currentValue) return null;
  return (
    <div className="mt-2 rounded-md bg-sky-soft px-4 py-3">
      <p className="text-sm font-semibold">Latest version</p>
      <p className="max-h-40 overflow-y-auto break-words whitespace-pre-line">{theirs || '(empty)'}</p>
      <Button tone="secondary" size="small" className="mt-2" onClick={() => editor.set(name, theirs)}>
        Use this
      </Button>
    </div>
  );
}

export const photoHint = `${photoFormats}. Large pictures are resized before they’re uploaded.`;
const drawingHint = `${photoFormats}, or SVG up to 512 KB.`;

function ImageControl<Item>({ editor, name, field, item }: ResourceFieldProps<Item, ImageField<Item>>) {
  const { field: box, fieldState } = useController<FormValues, string, CheckedValues>({
    name,
    control: editor.control,
  });
  const selected = box.value;
  const stored = item && (
    <div className="flex h-40 items-center justify-center overflow-hidden rounded-md bg-surface-raised">
      {field.show(item)}
    </div>
  );
  return (
    <ImagePicker
      label={field.label}
      hint={field.hint ?? (field.drawings ? drawingHint : photoHint)}
      noun={field.noun ?? 'picture'}
      types={field.drawings ? logoTypes : photoTypes}
      prompt={field.prompt}
      required={field.missing !== undefined}
      file={selected instanceof File ? selected : null}
      stored={selected === 'stored' ? stored : selected === null ? undefined : null}
      error={fieldState.error?.message}
      disabled={editor.saving}
      onChange={(file) => editor.set(name, file, { shouldValidate: true })}
    />
  );
}
