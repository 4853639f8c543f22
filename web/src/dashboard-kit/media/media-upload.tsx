/** Form for uploading an image with alt text and credit. */
import { canonicalLine } from '@site/domain/canonical-text';
import type { MediaItem } from '@site/proto/content/v1/media.responses';
import { photoTypes } from '@site/domain/images/image-limits';
import { mediaLengths } from '@site/proto/content/v1/media.schema';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError } from '@/api/api.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { TextAreaField, TextField } from '@/ui/forms/form-fields.js';
import { ImagePicker } from '@/ui/forms/image-picker.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import { UploadProgress } from '@/ui/forms/upload-progress.js';
import { DialogActions } from '../dialog-actions.js';
import { useDraft, useStoredDraft } from '../editor/drafts.js';
import { photoHint } from '../editor/resource-field.js';
import { altHint, maxAltLength, uploadMedia } from './media.js';

interface MediaUploadProps {
  onUploaded: (item: MediaItem) => void;
  onCancel: () => void;
  /** The user must not leave an upload in progress. */
  onSending: (sending: boolean) => void;
}

export function MediaUpload({ onUploaded, onCancel, onSending }: MediaUploadProps) {
  const [file, setFile] = useState<File | null>(null);
  const draft = useDraft<{ alt: string; credit: string }>('picture upload');
  const [alt, setAlt] = useState(draft.found?.alt ?? '');
  const [credit, setCredit] = useState(draft.found?.credit ?? '');
  useStoredDraft(draft, alt || credit ? { alt, credit } : undefined);
  const [faults, setFaults] = useState<Record<string, string | undefined>>({});
  const [progress, setProgress] = useState<number>();
  const [keys] = useState(() => new SubmissionKeys());
  const [abort, setAbort] = useState<AbortController>();

  const sending = useMutation({
    mutationFn: async (image: File) => {
      const controller = new AbortController();
      setAbort(controller);
      onSending(true);
      const headers = keys.headersFor({ image, alt, credit });
      return uploadMedia(image, { alt, credit }, { headers, onProgress: setProgress, signal: controller.signal });
    },
    onSuccess: ({ data }) => {
      keys.renew();
      draft.copies.clear();
      onUploaded(data);
    },
    onError: (error) => setFaults(error instanceof ApiError ? { ...error.fieldErrors } : {}),
    onSettled: () => {
      setProgress(undefined);
      onSending(false);
    },
  });

  function selectFile(image: File | null) {
    setFile(image);
    setFaults({});
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    // React events bubble from a portal to the opener's form.
    event.stopPropagation();
    const image = file ? undefined : 'Choose a picture.';
    const missing = canonicalLine(alt) ? undefined : 'Enter alt text for the picture.';
    setFaults({ image, alt: missing });
    if (file && !image && !missing && !sending.isPending) sending.mutate(file);
  }

  const { error } = sending;
  const isStopped = abort?.signal.aborted;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5 pb-1">
      {error && !isStopped && (
        <Banner tone="error">
          <p>We couldn’t upload the picture.</p>
          {error instanceof ApiError && error.serverMessage && <p className="text-ink-soft">{error.serverMessage}</p>}
        </Banner>
      )}
      <ImagePicker
        label="Picture"
        hint={photoHint}
        noun="picture"
        types={photoTypes}
        file={file}
        error={faults['image']}
        disabled={sending.isPending}
        onChange={selectFile}
      />
      <TextAreaField
        label="Alt text"
        hint={altHint}
        rows={2}
        required
        maxLength={maxAltLength}
        value={alt}
        error={faults['alt']}
        readOnly={sending.isPending}
        onChange={(event) => setAlt(event.target.value)}
      />
      <TextField
        label="Credit"
        hint="Who made it, if readers should know."
        maxLength={mediaLengths.credit}
        value={credit}
        error={faults['credit']}
        readOnly={sending.isPending}
        onChange={(event) => setCredit(event.target.value)}
      />
      {progress !== undefined && <UploadProgress share={progress} />}
      <DialogActions>
        <Button tone="secondary" onClick={() => (sending.isPending ? abort?.abort() : onCancel())}>
          {sending.isPending ? 'Stop' : 'Back to the pictures'}
        </Button>
        <Button type="submit" busyLabel={sending.isPending && 'Uploading…'}>
          Upload and choose
        </Button>
      </DialogActions>
    </form>
  );
}
