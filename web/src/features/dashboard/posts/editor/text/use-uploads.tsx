/** Uploads of images and PDFs into the post editor. */
import { canonicalLine } from '@site/domain/canonical-text';
import { pdfType, photoTypes, type ImageType } from '@site/domain/images/image-limits';
import { richTextLimits } from '@site/proto/content/v1/rich-text.schema';
import type { MediaItem } from '@site/proto/content/v1/media.responses';
import type { Editor, EditorEvents } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type QueuedFile, UploadItem, useUploadQueue } from '@/dashboard-kit/media/uploads.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { amount } from '@/ui/number-format.js';
import { addUploads, endUpload } from './upload-placeholders.js';

const boxClassName = 'my-4 rounded-md bg-surface-raised p-4 ring-1 ring-inset ring-line whitespace-normal';

const uploadTypes: readonly ImageType[] = [...photoTypes, pdfType];

const formatFileName = (name: string) => canonicalLine(name).slice(0, richTextLimits.fileName) || 'File.pdf';

export type Uploads = ReturnType<typeof useUploads>;

/** Uploads files where they were pasted or dropped. */
export function useUploads(editor: Editor, onMedia: (item: MediaItem) => void) {
  const [boxes] = useState(() => new Map<number, HTMLElement>());
  const queue = useUploadQueue(({ id, file }, item) => {
    if (editor.isDestroyed) return;
    onMedia(item);
    const mediaId = item.id;
    const bytes = item.file_bytes;
    if (bytes === undefined) endUpload(editor.view, id, 'image', { mediaId });
    else endUpload(editor.view, id, 'file', { mediaId, bytes, name: formatFileName(file.name) });
  }, uploadTypes);
  const open = queue.files.filter(({ state }) => state !== 'done');
  useWarning(open.length > 0);

  function add({ files, at }: EditorEvents['files']) {
    const places = queue.add(files).map(({ id }) => {
      const box = document.createElement('div');
      box.contentEditable = 'false';
      box.className = boxClassName;
      boxes.set(id, box);
      return { id, box };
    });
    addUploads(editor.view, at, places);
  }

  useEffect(() => {
    editor.on('files', add);
    return () => void editor.off('files', add);
  });

  function remove(queued: QueuedFile) {
    queue.remove(queued);
    endUpload(editor.view, queued.id);
  }

  return { files: queue.files, open, boxOf: (id: number) => boxes.get(id), retry: queue.retry, remove };
}

/** Asks before the page is left with files that haven't been uploaded. */
function useWarning(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

/** The uploads in their places, and a summary of them. */
export function UploadList({ uploads: { files, open, boxOf, retry, remove } }: { uploads: Uploads }) {
  const done = files.length - open.length;
  const failed = open.filter(({ state }) => state === 'failed');
  const retryable = failed.filter(({ mayRetry }) => mayRetry);
  const summary = `${done} of ${amount(files.length, 'file', 'files')} uploaded`;
  return (
    <>
      {open.map((queued) => {
        const box = boxOf(queued.id);
        return (
          box &&
          createPortal(
            <UploadItem queued={queued} onRetry={() => retry(queued)} onRemove={() => remove(queued)} />,
            box,
            String(queued.id),
          )
        );
      })}
      {/* Rendered while empty so that screen readers announce its updates. */}
      <p role="status" className={open.length > failed.length ? 'mb-3 text-sm text-ink-soft' : 'sr-only'}>
        {files.length > 0 && `${summary}${failed.length > 0 ? `, ${failed.length} failed` : ''}.`}
      </p>
      {failed.length > 0 && (
        <Banner tone="error" className="mb-3">
          <p>
            {amount(failed.length, 'file wasn’t', 'files weren’t')} uploaded. Each is marked in the text with the
            reason.
          </p>
          <p className="mt-2 flex flex-wrap gap-2">
            {retryable.length > 0 && (
              <Button tone="secondary" size="small" onClick={() => retryable.forEach((queued) => retry(queued))}>
                Try all again
              </Button>
            )}
            <Button tone="secondary" size="small" onClick={() => failed.forEach((queued) => remove(queued))}>
              Remove all that failed
            </Button>
          </p>
        </Banner>
      )}
    </>
  );
}
