/** Screen of deleted items, which can be restored for 30 days. */
import { kindNamed } from '@site/domain/kinds';
import type { TrashItem } from '@site/proto/trash/v1/trash.responses';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2, Undo2 } from 'lucide-react';
import { useId, useRef } from 'react';
import * as screenNames from '@/strings/screen-names.js';
import { hasStatus } from '@/api/admin.js';
import { Ago, LongText } from '@/dashboard-kit/facts.js';
import { Failure } from '@/dashboard-kit/action-dialog.js';
import { KindIcon } from '@/dashboard-kit/kind-icon.js';
import { LogScreen } from '@/dashboard-kit/list/log-screen.js';
import { pagedQuery } from '@/dashboard-kit/list/queries.js';
import { reloadAfterRestore, restore } from '@/dashboard-kit/list/delete-with-undo.js';
import { useNow } from '@/components/time/clock.js';
import { fullDateTime } from '@/components/time/times.js';
import { Button } from '@/ui/button.js';
import { useToast } from '@/ui/toast.js';

export function Page() {
  const list = useRef<HTMLUListElement>(null);
  return (
    <LogScreen
      title={screenNames.trash}
      note="Deleted and rejected items stay here for 30 days and can be restored. Last deleted first."
      name="trash"
      query={trashQuery}
      Icon={Trash2}
      empty="The trash is empty."
    >
      {(items) => (
        <ul ref={list} tabIndex={-1} aria-label="Deleted" className="card divide-y divide-line px-4 py-1 md:px-6">
          {items.map((item) => (
            <TrashRow key={`${item.type}/${item.id}`} item={item} onRestored={() => list.current?.focus()} />
          ))}
        </ul>
      )}
    </LogScreen>
  );
}

function TrashRow({ item, onRestored }: { item: TrashItem; onRestored: () => void }) {
  const titleId = useId();
  const now = useNow();
  const client = useQueryClient();
  const showToast = useToast();
  const back = useMutation({
    mutationFn: restore,
    onSuccess: () => {
      showToast(`Restored: ${typeName(item.type)} “${item.title}”.`);
      onRestored();
      reloadAfterRestore(client, item);
    },
    onError: (error) => {
      // Another user was faster.
      if (hasStatus(error, 404)) reloadAfterRestore(client, item);
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
      <Failure text="We couldn’t restore it." error={back.error} className="mt-3" />
    </li>
  );
}

const trashQuery = pagedQuery<TrashItem>(['admin', 'trash'], '/admin/main/trash');

const typeName = (type: string) => kindNamed(type)?.label ?? type;

const dayMs = 86_400_000;

/** Returns the days left before the purge, and that time as a share (0 to 1). */
export function timeLeft({ deleted_at, purge_at }: TrashItem, now: number): { days: number; share: number } {
  const end = Date.parse(purge_at);
  const totalMs = Math.max(dayMs, end - Date.parse(deleted_at));
  const left = Math.min(totalMs, Math.max(0, end - now));
  return { days: Math.floor(left / dayMs), share: left / totalMs };
}

export function timeLeftText(days: number): string {
  if (days < 1) return 'Less than a day left';
  return `${days} ${days === 1 ? 'day' : 'days'} left`;
}
