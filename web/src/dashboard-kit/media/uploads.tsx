/** Queue of uploads, and the list that shows its progress. */
import type { MediaItem } from '@site/proto/content/v1/media.responses';
import { photoTypes, type ImageType } from '@site/domain/images/image-limits';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Trash2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError } from '@/api/api.js';
import { reloadChanged } from '../list/queries.js';
import { uploadMedia } from './media.js';
import { Button, IconButton, Spinner } from '@/ui/button.js';
import { amount } from '@/ui/number-format.js';
import { prepareFile } from '@/ui/forms/prepare-selected.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import { UploadProgress } from '@/ui/forms/upload-progress.js';

interface UploadListProps {
  files: QueuedFile[];
  onRetry: (file: QueuedFile) => void;
  onClear: () => void;
}

export function UploadList({ files, onRetry, onClear }: UploadListProps) {
  const done = files.filter(({ state }) => state === 'done').length;
  const failed = files.filter(({ state }) => state === 'failed').length;
  const isOver = done + failed === files.length;
  return (
    <>
      {/* Rendered while empty so that screen readers announce its updates. */}
      <p role="status" className="sr-only">
        {files.length > 0 && `${done} of ${amount(files.length, 'picture', 'pictures')} uploaded`}
        {failed > 0 && `, ${failed} failed`}
      </p>
      {files.length > 0 && (
        <section aria-label="Uploads" className="card mb-6 p-4">
          <div className="flex items-center justify-between gap-4">
            <h2 className="text-base">
              {done} of {amount(files.length, 'picture', 'pictures')} uploaded
            </h2>
            {isOver && (
              <IconButton label="Close the upload list" onClick={onClear}>
                <X aria-hidden="true" size={18} />
              </IconButton>
            )}
          </div>
          <ul className="mt-2 flex max-h-72 flex-col gap-2 overflow-y-auto">
            {files.map((file) => (
              <li key={file.id}>
                <UploadItem queued={file} onRetry={() => onRetry(file)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface UploadItemProps {
  queued: QueuedFile;
  onRetry: () => void;
  /** Gives the upload up. */
  onRemove?: () => void;
}

export function UploadItem({ queued, onRetry, onRemove }: UploadItemProps) {
  const { file, state, share, reason, mayRetry } = queued;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-3">
      {state === 'done' && <CircleCheck aria-hidden="true" size={18} className="shrink-0 text-ozark" />}
      {state === 'failed' && <CircleAlert aria-hidden="true" size={18} className="shrink-0 text-danger" />}
      {(state === 'sending' || state === 'waiting') && <Spinner />}
      <span className="min-w-0 flex-1 wrap-anywhere">
        {file.name}
        {state === 'failed' && <span className="block text-sm text-danger">{reason}</span>}
        {state === 'waiting' && <span className="block text-sm text-ink-soft">Waiting</span>}
      </span>
      {state === 'sending' && (
        <span className="w-full sm:w-48">
          <UploadProgress share={share} />
        </span>
      )}
      {state === 'failed' && mayRetry && (
        <Button tone="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
      {state !== 'done' && onRemove && (
        <IconButton label={`Remove ${file.name}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" size={18} />
        </IconButton>
      )}
    </div>
  );
}

export interface QueuedFile {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** From 0 to 1. */
  share: number;
  /** For the user; empty if there is none. */
  reason: string;
  mayRetry: boolean;
  keys: SubmissionKeys;
  stop: AbortController;
}

/**
 * Uploads one at a time: the gateway limits parallel uploads, and a phone's connection handles one best.
 * @param onDone called with each uploaded picture or file
 */
export function useUploadQueue(
  onDone?: (queued: QueuedFile, item: MediaItem) => void,
  types: readonly ImageType[] = photoTypes,
) {
  const client = useQueryClient();
  const [files, setFiles] = useState<QueuedFile[]>([]);
  const waiting = useRef<QueuedFile[]>([]);
  const running = useRef(false);
  const lastId = useRef(0);

  const change = (id: number, changes: Partial<QueuedFile>) =>
    setFiles((current) => current.map((one) => (one.id === id ? { ...one, ...changes } : one)));

  async function send(queued: QueuedFile) {
    const { id, file, keys, stop } = queued;
    if (stop.signal.aborted) return;
    change(id, { state: 'sending', share: 0, reason: '' });
    try {
      const onProgress = (share: number) => change(id, { share });
      const prepared = await prepareFile(file, { types, noun: 'picture' });
      if (!prepared.file) return change(id, { state: 'failed', reason: prepared.error });
      // Kept, so that a retry sends the same bytes with the same idempotency key.
      change(id, { file: prepared.file });
      const call = { headers: keys.headersFor({ file: prepared.file }), onProgress, signal: stop.signal };
      const { data } = await uploadMedia(prepared.file, {}, call);
      change(id, { state: 'done' });
      onDone?.(queued, data);
      reloadChanged(client, 'media');
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : 'The upload failed. Try again.';
      change(id, {
        state: 'failed',
        reason,
        mayRetry: !(error instanceof ApiError) || error.isTemporary || error.status === 401,
      });
    }
  }

  async function run() {
    if (running.current) return;
    running.current = true;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) await send(next);
    running.current = false;
  }

  function add(selectedFiles: File[]): QueuedFile[] {
    const added = selectedFiles.map((file): QueuedFile => {
      const id = (lastId.current += 1);
      const keys = new SubmissionKeys();
      const stop = new AbortController();
      return { id, file, state: 'waiting', share: 0, reason: '', mayRetry: false, keys, stop };
    });
    setFiles((current) => [...current.filter(({ state }) => state !== 'done'), ...added]);
    waiting.current.push(...added);
    void run();
    return added;
  }

  function retry(queued: QueuedFile) {
    change(queued.id, { state: 'waiting', reason: '' });
    waiting.current.push(queued);
    void run();
  }

  function remove({ id, stop }: QueuedFile) {
    stop.abort();
    setFiles((current) => current.filter((one) => one.id !== id));
  }

  const clear = () => setFiles((current) => current.filter(({ state }) => state === 'waiting' || state === 'sending'));

  return { files, add, retry, remove, clear };
}
