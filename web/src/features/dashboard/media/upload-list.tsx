import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Button, IconButton, Spinner } from '../../../ui/button.js';
import { amount } from '../../../ui/figures.js';
import { UploadProgress } from '../../../ui/forms/upload-progress.js';
import type { QueuedFile } from './upload-queue.js';

interface UploadListProps {
  files: QueuedFile[];
  onRetry: (file: QueuedFile) => void;
  onClear: () => void;
}

/** Progress and outcome of the chosen files. */
export function UploadList({ files, onRetry, onClear }: UploadListProps) {
  const done = files.filter(({ state }) => state === 'done').length;
  const failed = files.filter(({ state }) => state === 'failed').length;
  const isOver = done + failed === files.length;
  return (
    <>
      {/* Rendered while still empty, so that screen readers announce its updates. */}
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
              <UploadItem key={file.id} queued={file} onRetry={() => onRetry(file)} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function UploadItem({ queued, onRetry }: { queued: QueuedFile; onRetry: () => void }) {
  const { file, state, share, reason, mayRetry } = queued;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-3">
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
    </li>
  );
}
