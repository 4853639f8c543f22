import { photoTypes } from '@site/domain/pictures/picture-limits';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/api.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { uploadMedia } from '../../../dashboard-kit/media/media.js';
import { prepareChosen } from '../../../ui/forms/prepare-chosen.js';
import { SubmissionKeys } from '../../../ui/forms/submission-keys.js';

/** A file in the upload queue. */
export interface QueuedFile {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Uploaded fraction, from 0 to 1. */
  share: number;
  /** Error message for the user; empty if there is none. */
  reason: string;
  /** Whether a retry may help. */
  mayRetry: boolean;
  keys: SubmissionKeys;
}

/**
 * Uploads files one at a time: the gateway limits parallel uploads per client, and a phone's connection handles one
 * best.
 */
export function useUploadQueue() {
  const client = useQueryClient();
  const [files, setFiles] = useState<QueuedFile[]>([]);
  const waiting = useRef<QueuedFile[]>([]);
  const running = useRef(false);
  const lastId = useRef(0);

  const change = (id: number, changes: Partial<QueuedFile>) =>
    setFiles((known) => known.map((one) => (one.id === id ? { ...one, ...changes } : one)));

  async function send({ id, file, keys }: QueuedFile) {
    change(id, { state: 'sending', share: 0, reason: '' });
    try {
      const onProgress = (share: number) => change(id, { share });
      const signal = new AbortController().signal;
      const prepared = await prepareChosen(file, { types: photoTypes, noun: 'picture' });
      if (!prepared.file) return change(id, { state: 'failed', reason: prepared.fault });
      // Kept, so that a retry sends the same bytes with the same idempotency key.
      change(id, { file: prepared.file });
      await uploadMedia(prepared.file, {}, { headers: keys.headersFor({ file: prepared.file }), onProgress, signal });
      change(id, { state: 'done' });
      reloadChanged(client, 'media');
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : 'The upload failed. Try again.';
      change(id, { state: 'failed', reason, mayRetry: !(error instanceof ApiError) || error.isTemporary });
    }
  }

  async function run() {
    if (running.current) return;
    running.current = true;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) await send(next);
    running.current = false;
  }

  /** Adds the chosen files to the queue. */
  function add(chosen: File[]) {
    const added = chosen.map((file): QueuedFile => {
      const id = (lastId.current += 1);
      return { id, file, state: 'waiting', share: 0, reason: '', mayRetry: false, keys: new SubmissionKeys() };
    });
    setFiles((known) => [...known.filter(({ state }) => state !== 'done'), ...added]);
    waiting.current.push(...added);
    void run();
  }

  function retry(queued: QueuedFile) {
    change(queued.id, { state: 'waiting', reason: '' });
    waiting.current.push(queued);
    void run();
  }

  /** Removes finished files from the list. */
  const clear = () => setFiles((known) => known.filter(({ state }) => state === 'waiting' || state === 'sending'));

  return { files, add, retry, clear };
}
