/** Dispatches of warnings with their state and progress. */
import type { AlertRun } from '@site/proto/notifications/v1/deliveries.responses';
import { useQuery } from '@tanstack/react-query';
import { Ago } from '@/dashboard-kit/facts.js';
import { eventPath } from '@/components/alerts/alert-path.js';
import { durationText, numberText } from '@/ui/number-format.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { ShareBar } from '@/ui/share-bar.js';
import { isUnfinished, dispatchKindLabels, placesOf, runQuery } from './notifications.js';

export function RunList({ runs }: { runs: AlertRun[] }) {
  return (
    <ol aria-label="Dispatches" className="divide-y divide-line">
      {runs.map((run) => (
        <li key={run.id} className="py-4 first:pt-1 last:pb-0">
          {isUnfinished(run) ? <Running run={run} /> : <RunItem run={run} />}
        </li>
      ))}
    </ol>
  );
}

function Running({ run }: { run: AlertRun }) {
  const { data: now, isError } = useQuery(runQuery(run));
  return (
    <>
      <RunItem run={now} />
      {isError && <p className="mt-1 text-sm text-danger">We can’t get the progress right now. We’ll keep trying.</p>}
    </>
  );
}

const stateLabels: Record<AlertRun['state'], [word: string, look: string]> = {
  waiting: ['Waiting', 'text-clay-ink'],
  sending: ['Sending', 'text-sky-strong'],
  held: ['Paused', 'text-danger'],
  finished: ['Finished', 'text-ozark'],
};

function RunItem({ run }: { run: AlertRun }) {
  const { event, event_key: key, kind, priority, revision, state, pause_reason: why } = run;
  const [word, className] = stateLabels[state];
  return (
    <>
      <div className="flex items-baseline justify-between gap-x-4">
        <h3 className="min-w-0 text-base font-semibold wrap-anywhere">
          <OutsideLink href={eventPath(key)}>{event}</OutsideLink>: {placesOf(run)}
        </h3>
        <span className={`shrink-0 text-sm font-semibold ${className}`}>{word}</span>
      </div>
      <p className="figures mt-0.5 text-sm text-ink-soft">
        {dispatchKindLabels[kind]} · revision {revision} · priority {priority} · <When run={run} />
      </p>
      {why && <p className="mt-1 wrap-anywhere text-danger">{why}</p>}
      <Progress run={run} />
    </>
  );
}

function When({ run: { created_at: begun, finished_at: ended } }: { run: AlertRun }) {
  return (
    <>
      started <Ago at={begun} />
      {ended && `, took ${durationText((Date.parse(ended) - Date.parse(begun)) / 1_000)}`}
    </>
  );
}

function Progress({ run }: { run: AlertRun }) {
  const { reserved, accepted, late, gone, failed, maybe_repeated: repeated } = run;
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
        {isUnfinished(run) ? 'Finding subscribers…' : 'No subscribers for this warning.'}
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
