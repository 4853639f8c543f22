/** An image in the post editor, and the dialog that edits its texts. */
import { imagePositions, imageSizes, type ImageAttributes } from '@site/domain/content/rich-text';
import type { MediaItem } from '@site/proto/content/v1/media.responses';
import { mediaLengths } from '@site/proto/content/v1/media.schema';
import { richTextLimits } from '@site/proto/content/v1/rich-text.schema';
import { useMutation } from '@tanstack/react-query';
import type { NodeViewProps } from '@tiptap/react';
import { Pencil } from 'lucide-react';
import { createContext, type FormEvent, type KeyboardEvent, use, useId, useState } from 'react';
import { fetchData, hasStatus } from '@/api/admin.js';
import { AdminImage } from '@/dashboard-kit/admin-image.js';
import { DialogActions } from '@/dashboard-kit/dialog-actions.js';
import { altHint, maxAltLength, mediaAddress, saveMediaText } from '@/dashboard-kit/media/media.js';
import { getFigureClassName } from '@/components/content/rich-text-view.js';
import { Button, IconButton } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { FieldError, TextAreaField, TextField } from '@/ui/forms/form-fields.js';
import { inputClassName } from '@/ui/forms/input-classes.js';
import { Frame } from './block-frame.js';

interface Library {
  media: ReadonlyMap<string, MediaItem>;
  onMedia: (item: MediaItem) => void;
}

/** The pictures that the text shows. */
export const LibraryContext = createContext<Library>({ media: new Map(), onMedia: () => undefined });

/** Saves alt text and credit in the library. After a conflict, the next attempt applies to the newer version. */
function useSaveMediaText(item: MediaItem) {
  const { onMedia } = use(LibraryContext);
  return useMutation({
    mutationFn: (fields: { alt?: string; credit?: string }) => saveMediaText(item, fields),
    onSuccess: ({ data }) => onMedia(data),
    onError: async (error) => {
      if (hasStatus(error, 409)) onMedia(await fetchData(`${mediaAddress}/${encodeURIComponent(item.id)}`));
    },
  });
}

export function ImageNodeView(props: NodeViewProps) {
  const { media } = use(LibraryContext);
  const [isEditing, setIsEditing] = useState(false);
  const attributes = props.node.attrs as ImageAttributes;
  const item = media.get(attributes.mediaId);
  if (!item)
    return (
      <Frame {...props} noun="picture">
        <p className="p-4 pr-14">This picture isn’t in the library, or hasn’t loaded yet. Save the post to see it.</p>
      </Frame>
    );
  return (
    <Frame
      {...props}
      noun="picture"
      tools={
        <IconButton
          label="Edit the picture"
          onClick={() => setIsEditing(true)}
          className="bg-surface ring-1 ring-inset ring-edge"
        >
          <Pencil aria-hidden="true" size={18} />
        </IconButton>
      }
    >
      <span className="block bg-surface-raised">
        <span
          className={`block min-h-24 [&_img]:mx-auto [&_img]:max-h-96 [&_img]:w-auto ${getFigureClassName(attributes)}`}
        >
          <AdminImage
            image={item.picture}
            src={null}
            alt={attributes.alt || item.alt}
            cssPixels={720}
            className="max-w-full"
          />
        </span>
      </span>
      <div className="px-4 py-2 text-sm wrap-anywhere text-ink-soft">
        {attributes.caption && <p className="text-ink">{attributes.caption}</p>}
        {attributes.alt || item.alt ? <p>Alt text: {attributes.alt || item.alt}</p> : <AltQuestion item={item} />}
        {item.credit && <p>Credit: {item.credit}</p>}
      </div>
      {isEditing && (
        <ImageDialog
          item={item}
          attributes={attributes}
          onChange={props.updateAttributes}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Frame>
  );
}

/** Asks for alt text where the picture is. Enter saves it and moves to the next picture without one. */
function AltQuestion({ item }: { item: MediaItem }) {
  const id = useId();
  const [alt, setAlt] = useState('');
  const saving = useSaveMediaText(item);
  const save = () => {
    if (alt.trim() && !saving.isPending) saving.mutate({ alt });
  };

  function goOn(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const box = event.currentTarget.closest<HTMLElement>('[role=textbox]');
    const questions = [...(box?.querySelectorAll<HTMLElement>('[data-asks-alt]') ?? [])];
    save();
    (questions[questions.indexOf(event.currentTarget) + 1] ?? box)?.focus();
  }

  return (
    <div className="py-1">
      <label htmlFor={id} className="block font-semibold text-ink">
        Alt text
      </label>
      <p id={`${id}-hint`}>Describe the picture for readers who can’t see it. A post needs this to be published.</p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <input
          id={id}
          data-asks-alt=""
          value={alt}
          maxLength={maxAltLength}
          readOnly={saving.isPending}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => setAlt(event.target.value)}
          onKeyDown={goOn}
          onBlur={save}
          className={`${inputClassName} h-11 min-w-40 flex-1`}
        />
        <Button tone="secondary" size="small" onClick={save} busyLabel={saving.isPending && 'Saving…'}>
          Save
        </Button>
      </div>
      <FieldError id={`${id}-error`}>{saving.error ? saving.error.message : undefined}</FieldError>
    </div>
  );
}

const sizeLabels = { small: 'Small', medium: 'Medium', full: 'Full width' } as const;
const positionLabels = { left: 'Left', center: 'Center', right: 'Right' } as const;

interface ImageDialogProps {
  item: MediaItem;
  attributes: ImageAttributes;
  /** Whether the picture has yet to be inserted. */
  isNew?: boolean;
  /** As in `Dialog`. */
  returnFocusTo?: () => HTMLElement | null;
  onChange: (attributes: Partial<ImageAttributes>) => void;
  onClose: () => void;
}

/** Asks for the texts and the size of a picture, before or after it's inserted. */
export function ImageDialog({ item, attributes, isNew = false, onChange, onClose, returnFocusTo }: ImageDialogProps) {
  const [alt, setAlt] = useState(attributes.alt || item.alt);
  const [altError, setAltError] = useState<string>();
  const [credit, setCredit] = useState(item.credit);
  const [caption, setCaption] = useState(attributes.caption ?? '');
  const [size, setSize] = useState(attributes.size ?? 'full');
  const [position, setPosition] = useState(attributes.position ?? 'center');
  const saving = useSaveMediaText(item);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // React events bubble from a portal to the opener's form.
    event.stopPropagation();
    if (saving.isPending) return;
    if (!alt.trim()) return setAltError('Describe the picture for readers who can’t see it.');
    // The post's alt text is also the library's, if that has none.
    const libraryAlt = item.alt || alt;
    const isSaved =
      (libraryAlt === item.alt && credit === item.credit) ||
      (await saving.mutateAsync({ alt: libraryAlt, credit }).then(
        () => true,
        () => false,
      ));
    if (!isSaved) return;
    onChange({ alt: alt === libraryAlt ? '' : alt.trim(), caption: caption.trim(), size, position });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'Insert the picture' : 'Edit the picture'}
      description="The credit changes everywhere this picture is shown."
      dismissible={!saving.isPending}
      returnFocusTo={returnFocusTo}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5 pb-1">
        <TextAreaField
          label="Alt text"
          hint={altHint}
          error={altError}
          rows={2}
          maxLength={maxAltLength}
          value={alt}
          data-autofocus=""
          onChange={(event) => {
            setAlt(event.target.value);
            setAltError(undefined);
          }}
        />
        <TextField
          label="Caption"
          hint="Shown below the picture in this post."
          maxLength={richTextLimits.caption}
          value={caption}
          onChange={(event) => setCaption(event.target.value)}
        />
        <TextField
          label="Credit"
          hint="Who made it, if readers should know."
          maxLength={mediaLengths.credit}
          value={credit}
          onChange={(event) => setCredit(event.target.value)}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Options legend="Size" all={imageSizes} labels={sizeLabels} value={size} onChange={setSize} />
          {size !== 'full' && (
            <Options
              legend="Position"
              all={imagePositions}
              labels={positionLabels}
              value={position}
              onChange={setPosition}
            />
          )}
        </div>
        {/* Rendered while empty so that screen readers announce its text. */}
        <p role="alert" className="text-sm text-danger">
          {saving.error?.message}
        </p>
        <DialogActions>
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busyLabel={saving.isPending && 'Saving…'}>
            {isNew ? 'Insert' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface OptionsProps<Value extends string> {
  legend: string;
  all: readonly Value[];
  labels: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}

function Options<Value extends string>({ legend, all, labels, value, onChange }: OptionsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      {all.map((one) => (
        <label key={one} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={one === value}
            onChange={() => onChange(one)}
            className="size-5 accent-sky"
          />
          {labels[one]}
        </label>
      ))}
    </fieldset>
  );
}
