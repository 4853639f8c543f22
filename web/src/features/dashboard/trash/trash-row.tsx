import type { TrashItem } from '@site/proto/trash/v1/trash.answers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useId } from 'react';
import { ApiError } from '../../../api/api.js';
import { FailureText } from '../../../dashboard-kit/editor/delete-dialog.js';
import { Ago } from '../../../dashboard-kit/ago.js';
import { reloadAfterRestore, restore } from '../../../dashboard-kit/list/restore.js';
import { LongText } from '../../../dashboard-kit/long-text.js';
import { KindIcon } from '../../../dashboard-kit/kind-icon.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { useToast } from '../../../ui/toast.js';
import { useNow } from '../../../domain/time/clock.js';
import { fullDateTime } from '../../../domain/time/times.js';
import { timeLeft, timeLeftText, typeName } from './trash.js';

interface TrashRowProps {
  item: TrashItem;
  onRestored: () => void;
}

/** A deleted item with its remaining time and a restore button. */
export function TrashRow({ item, onRestored }: TrashRowProps) {
  const titleId = useId();
  const now = useNow();
  const client = useQueryClient();
  const showToast = useToast();
  const back = useMutation({
    networkMode: 'always',
    mutationFn: restore,
    onSuccess: () => {
      showToast(`Restored: ${typeName(item.type)} “${item.title}”.`);
      onRestored();
      reloadAfterRestore(client, item);
    },
    onError: (error) => {
      // Another user was faster, so the list is out of date.
      if (error instanceof ApiError && error.status === 404) reloadAfterRestore(client, item);
    },
  });
  const { days, share } = timeLeft(item, now);
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <KindIcon type={item.type} />
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-sm text-ink-soft">{typeName(item.type)}</p>
          <p id={titleId} className="font-semibold wrap-anywhere">
            <LongText text={item.title || '–'} />
          </p>
          {item.detail && (
            <p className="wrap-anywhere text-ink-soft">
              <LongText text={item.detail} />
            </p>
          )}
        </div>
        <div className="w-40 shrink-0 text-sm text-ink-soft">
          <p>
            Deleted <Ago at={item.deleted_at} />
          </p>
          <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-line">
            <span
              className={`block h-full origin-left ${days < 3 ? 'bg-danger' : 'bg-edge'}`}
              style={{ transform: `scaleX(${share})` }}
            />
          </span>
          <p
            title={`Will be permanently deleted on ${fullDateTime(Date.parse(item.purge_at))}`}
            className={`figures mt-1 ${days < 3 ? 'font-semibold text-danger' : ''}`}
          >
            {timeLeftText(days)}
          </p>
        </div>
        <Button
          tone="secondary"
          size="small"
          className="min-h-11"
          aria-describedby={titleId}
          onClick={() => back.mutate(item)}
          busyLabel={back.isPending && 'Restoring…'}
        >
          <Undo2 aria-hidden="true" size={16} />
          Restore
        </Button>
      </div>
      {back.isError && (
        <Banner tone="error" className="mt-3">
          <FailureText text="We couldn’t restore it." error={back.error} />
        </Banner>
      )}
    </li>
  );
}
