/** Dispatches of warnings with their state and progress. */
import type { AlertDispatch } from '@site/proto/notifications/v1/deliveries.responses';
import { useQuery } from '@tanstack/react-query';
import { Ago } from '@/dashboard-kit/facts.js';
import { eventPath } from '@/components/alerts/alert-path.js';
import { durationText, numberText } from '@/ui/number-format.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { ShareBar } from '@/ui/share-bar.js';
import { isUnfinished, dispatchKindLabels, placesOf, dispatchQuery } from './notifications.js';

export function DispatchList({ dispatches }: { dispatches: AlertDispatch[] }) {
  return (
    <ol aria-label="Dispatches" className="divide-y divide-line">
      {dispatches.map((dispatch) => (
        <li key={dispatch.id} className="py-4 first:pt-1 last:pb-0">
          {isUnfinished(dispatch) ? <UnfinishedDispatch dispatch={dispatch} /> : <DispatchItem dispatch={dispatch} />}
        </li>
      ))}
    </ol>
  );
}

function UnfinishedDispatch({ dispatch }: { dispatch: AlertDispatch }) {
  const { data: now, isError } = useQuery(dispatchQuery(dispatch));
  return (
    <>
      <DispatchItem dispatch={now} />
      {isError && <p className="mt-1 text-sm text-danger">We can’t get the progress right now. We’ll keep trying.</p>}
    </>
  );
}

const stateLabels: Record<AlertDispatch['state'], [word: string, look: string]> = {
  waiting: ['Waiting', 'text-clay-ink'],
  sending: ['Sending', 'text-sky-strong'],
  held: ['Paused', 'text-danger'],
  finished: ['Finished', 'text-ozark'],
};

function DispatchItem({ dispatch }: { dispatch: AlertDispatch }) {
  const { event, event_key: key, kind, priority, revision, state, pause_reason: why } = dispatch;
  const [word, className] = stateLabels[state];
  return (
    <>
      <div className="flex items-baseline justify-between gap-x-4">
        <h3 className="min-w-0 text-base font-semibold wrap-anywhere">
          <OutsideLink href={eventPath(key)}>{event}</OutsideLink>: {placesOf(dispatch)}
        </h3>
        <span className={`shrink-0 text-sm font-semibold ${className}`}>{word}</span>
      </div>
      <p className="figures mt-0.5 text-sm text-ink-soft">
        {dispatchKindLabels[kind]} · revision {revision} · priority {priority} · <When dispatch={dispatch} />
      </p>
      {why && <p className="mt-1 wrap-anywhere text-danger">{why}</p>}
      <Progress dispatch={dispatch} />
    </>
  );
}

function When({ dispatch: { created_at: begun, finished_at: ended } }: { dispatch: AlertDispatch }) {
  return (
    <>
      started <Ago at={begun} />
      {ended && `, took ${durationText((Date.parse(ended) - Date.parse(begun)) / 1_000)}`}
    </>
  );
}

function Progress({ dispatch }: { dispatch: AlertDispatch }) {
  const { reserved, accepted, late, gone, failed, maybe_repeated: repeated } = dispatch;
  const left = Math.max(0, reserved - accepted - late - gone - failed);
  const parts = [
    { name: 'accepted', count: accepted, className: 'bg-ozark' },
    { name: 'late', count: late, className: 'bg-clay' },
    { name: 'gone', count: gone, className: 'bg-edge' },
    { name: 'failed', count: failed, className: 'bg-danger' },
    { name: 'in progress', count: left, className: 'bg-sky-soft' },
  ];
  if (reserved === 0)
    return (
      <p className="mt-2 text-sm text-ink-soft">
        {isUnfinished(dispatch) ? 'Finding subscribers…' : 'No subscribers for this warning.'}
      </p>
    );
  return (
    <div className="mt-3">
      <ShareBar parts={parts} thin />
      <p className="figures mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
        {parts
          .filter(({ name, count }) => count > 0 || name === 'accepted')
          .map(({ name, count, className }) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className={`size-2.5 rounded-full ${className}`} />
              {numberText(count)} {name}
            </span>
          ))}
        {repeated > 0 && <span>{numberText(repeated)} possibly sent twice</span>}
      </p>
    </div>
  );
}
