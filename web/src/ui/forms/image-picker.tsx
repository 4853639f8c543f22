import { ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import type { ImageType } from '@site/domain/images/image-limits';
import { Button } from '../button.js';
import { classNames } from '../class-names.js';
import { FieldError } from './form-fields.js';
import { whenReleased } from './pointer-press.js';
import { prepareFile } from './prepare-selected.js';

/** The specification's filter for the file dialog. Other files can still be chosen or dropped, and are checked. */
export const acceptedImages = 'image/*';

interface ImagePickerProps {
  label: string;
  hint: ReactNode;
  /** Noun for the picker's texts: "Choose a photo". */
  noun: string;
  types: readonly ImageType[];
  /** Name of the field in a form that is sent without scripts. */
  name?: string;
  file: File | null;
  error: string | undefined;
  disabled: boolean;
  /** Receives the file for upload, checked and prepared. */
  onChange: (file: File | null) => void;
  /** Called on leaving the picker; opening the file dialog doesn't count. */
  onBlur?: () => void;
  /** Text of the empty picker; defaults to "Choose a photo". */
  prompt?: string | undefined;
  /** The existing picture, shown instead of a chosen file; removing it also calls `onChange(null)`. */
  stored?: ReactNode;
  required?: boolean;
}

/** Chooses one picture by file dialog or drag and drop, checks and prepares it, and shows a preview. */
export function ImagePicker(props: ImagePickerProps) {
  const { label, hint, noun, types, name, file, error, disabled, onChange, onBlur, prompt, stored } = props;
  const { required = true } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [draggedOver, setDraggedOver] = useState(false);
  const [preparing, setPreparing] = useState(false);
  /** Error of the last chosen file, while the previous one stays chosen. */
  const [rejection, setRejection] = useState<{ fault: string; beside: File | null }>();
  const lastSelectionId = useRef(0);
  const fileError = rejection?.beside === file ? rejection.fault : undefined;

  async function selectFile(selectedFile: File) {
    const selectionId = (lastSelectionId.current += 1);
    setRejection(undefined);
    setPreparing(true);
    const prepared = await prepareFile(selectedFile, { types, noun }).finally(whenReleased);
    if (selectionId !== lastSelectionId.current) return;
    setPreparing(false);
    if (prepared.file) onChange(prepared.file);
    else setRejection({ fault: prepared.error, beside: file });
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setDraggedOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !disabled) void selectFile(dropped);
  }

  return (
    <div>
      <label htmlFor={id} className={classNames('block font-semibold', required && 'required-mark')}>
        {label}
      </label>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
      <input
        ref={input}
        id={id}
        name={name}
        type="file"
        accept={acceptedImages}
        required={required}
        disabled={disabled}
        aria-invalid={(fileError ?? error) && !preparing ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        // Only a script could show the chosen file's name elsewhere.
        className="peer sr-only noscript:not-sr-only noscript:mt-1.5 noscript:max-w-full file:mr-3 file:min-h-11 file:rounded-full file:px-5 file:font-semibold file:ring-1 file:ring-edge file:ring-inset"
        onChange={(event) => {
          const selectedFile = event.target.files?.[0];
          // Cleared so that choosing the same file again fires a change event.
          event.target.value = '';
          if (selectedFile) void selectFile(selectedFile);
        }}
        onBlur={(event) => {
          // When another window takes focus, this remains the page's active element.
          if (document.activeElement !== event.target) onBlur?.();
        }}
      />
      {file || stored ? (
        <div className="mt-1.5 rounded-md peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-sky">
          {file ? <Preview file={file} noun={noun} /> : stored}
          <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
            {file && (
              <p title={file.name} className="mr-auto line-clamp-1 min-w-0 text-sm break-all text-ink-soft">
                {file.name}
              </p>
            )}
            {stored !== undefined && (
              <Button
                tone="secondary"
                size="small"
                aria-disabled={disabled || undefined}
                onClick={() => !disabled && input.current?.click()}
              >
                <ImagePlus aria-hidden="true" size={16} />
                Choose another
              </Button>
            )}
            <Button
              tone="secondary"
              size="small"
              aria-disabled={disabled || undefined}
              onClick={() => {
                if (disabled) return;
                lastSelectionId.current += 1;
                setPreparing(false);
                setRejection(undefined);
                onChange(null);
                input.current?.focus();
              }}
            >
              <Trash2 aria-hidden="true" size={16} />
              Remove {noun}
            </Button>
          </div>
        </div>
      ) : (
        <label
          htmlFor={id}
          onDragOver={(event) => {
            event.preventDefault();
            setDraggedOver(true);
          }}
          onDragLeave={() => setDraggedOver(false)}
          onDrop={drop}
          className={classNames(
            'needs-script mt-1.5 flex h-40 flex-col items-center justify-center gap-2 rounded-md border-2 border-dashed text-center',
            'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-sky',
            draggedOver ? 'border-sky bg-sky-soft' : 'border-edge bg-surface-raised hover:bg-sky-soft',
          )}
        >
          <ImagePlus aria-hidden="true" size={28} className="text-sky-strong" />
          <span className="font-semibold">{prompt ?? `Choose a ${noun}`}</span>
          <span className="text-sm text-ink-soft">or drop one here</span>
        </label>
      )}
      {/* Rendered while empty so that screen readers announce its text. */}
      <p aria-live="polite" className="text-sm text-ink-soft">
        {preparing && `Preparing ${noun}…`}
      </p>
      <FieldError id={`${id}-error`}>{preparing ? undefined : (fileError ?? error)}</FieldError>
    </div>
  );
}

function Preview({ file, noun }: { file: File; noun: string }) {
  const [url, setUrl] = useState<string>();
  const [unreadable, setUnreadable] = useState(false);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    // eslint-disable-next-line react-hooks/set-state-in-effect -- an object URL has to be made and released in pairs
    setUrl(objectUrl);
    setUnreadable(false);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return (
    <div className="flex h-40 items-center justify-center overflow-hidden rounded-md bg-surface-raised">
      {unreadable ? (
        <p className="px-4 text-center text-ink-soft">
          This browser can't show a preview of this {noun}. The site can open it: you can send it.
        </p>
      ) : (
        url && (
          <img
            src={url}
            alt="Preview of your selection"
            className="size-full object-contain"
            onError={() => setUnreadable(true)}
          />
        )
      )}
    </div>
  );
}
