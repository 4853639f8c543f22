import { ChevronDown, CircleAlert, CircleCheck, CircleOff } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { amount, countText, durationText } from '@/ui/number-format.js';
import { Ago } from '@/dashboard-kit/facts.js';
import type { Overview, Provider } from '@site/proto/submissions/v1/overview.responses';
import { providerNames, serviceNames } from './overview.js';

const delayedAfterSeconds = 60;

type Health = Pick<Overview, 'services' | 'outbox' | 'failed_jobs' | 'providers'>;

/** Collapsed, it lists only what is wrong. */
export function SystemHealth({ services, outbox, failed_jobs: failedJobs, providers }: Health) {
  const [isOpen, setOpen] = useState(false);
  const partsId = useId();
  const lists: ListProps[] = [
    {
      label: 'Services',
      rows: Object.entries(services).map(([name, state]) => ({
        name: serviceNames[name] ?? name,
        isWrong: state !== 'up',
        condition: <Condition is={state === 'up' ? 'good' : 'bad'}>{state === 'up' ? 'Up' : 'Down'}</Condition>,
      })),
    },
    {
      label: 'Background work',
      rows: [
        { name: 'Queue', isWrong: isDelayed(outbox), condition: <QueueCondition outbox={outbox} /> },
        { name: 'Jobs', isWrong: Boolean(failedJobs), condition: <JobsCondition failedJobs={failedJobs} /> },
      ],
    },
    { label: 'Providers', rows: providers.map(providerRow) },
  ];
  const issues = lists.flatMap(({ rows }) => rows.filter(({ isWrong }) => isWrong)).length;
  return (
    <section aria-labelledby="health-heading" className="card px-5 py-4 md:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="health-heading" className="text-lg">
          Health
        </h2>
        <p className="min-w-0 flex-1 basis-40">
          <Condition is={issues === 0 ? 'good' : 'bad'}>
            {issues === 0 ? 'Everything is running' : amount(issues, 'issue needs attention', 'issues need attention')}
          </Condition>
        </p>
        <Button
          tone="quiet"
          size="small"
          className="min-h-11"
          aria-expanded={isOpen}
          aria-controls={partsId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide details' : 'Show details'}
          <ChevronDown
            aria-hidden="true"
            size={16}
            className={classNames('transition-transform duration-150', isOpen && 'rotate-180')}
          />
        </Button>
      </div>
      <div id={partsId} className={classNames('gap-x-10', (isOpen || issues > 0) && 'pb-1 md:columns-2')}>
        {lists.map(({ label, rows }) => (
          <List
            key={label}
            label={label}
            rows={isOpen ? rows : rows.filter(({ isWrong }) => isWrong)}
            isExpanded={isOpen}
          />
        ))}
      </div>
    </section>
  );
}

const isDelayed = ({ unprocessed, oldest_age_seconds: age }: Overview['outbox']) =>
  Boolean(unprocessed) && age !== null && age >= delayedAfterSeconds;

interface ListRow {
  name: string;
  isWrong: boolean;
  condition: ReactNode;
  note?: ReactNode;
}

interface ListProps {
  label: string;
  rows: ListRow[];
}

function List({ label, rows, isExpanded }: ListProps & { isExpanded: boolean }) {
  if (rows.length === 0 && !isExpanded) return null;
  return (
    <div className="break-inside-avoid">
      <h3 className="pt-4 text-sm font-medium tracking-normal text-ink-soft">{label}</h3>
      <ul aria-label={label} className="divide-y divide-line">
        {rows.length === 0 && <li className="py-2.5 text-ink-soft">Unknown</li>}
        {rows.map(({ name, note, condition }) => (
          <li key={name} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1.5">
            <span className="min-w-0">
              <span className="block font-medium">{name}</span>
              {note && <span className="block text-sm break-words text-ink-soft">{note}</span>}
            </span>
            {condition}
          </li>
        ))}
      </ul>
    </div>
  );
}

function QueueCondition({ outbox }: Pick<Overview, 'outbox'>) {
  const { unprocessed, oldest_age_seconds: age } = outbox;
  if (unprocessed === null) return <Unknown />;
  if (unprocessed === 0) return <Condition is="good">Nothing is waiting</Condition>;
  return (
    <Condition is={isDelayed(outbox) ? 'bad' : 'good'}>
      {countText(unprocessed)} waiting{age !== null && `, oldest ${durationText(age)}`}
    </Condition>
  );
}

function JobsCondition({ failedJobs }: { failedJobs: number | null }) {
  if (failedJobs === null) return <Unknown />;
  if (failedJobs === 0) return <Condition is="good">None failed</Condition>;
  return (
    <Condition is="bad">
      <Link to="/dashboard/jobs" className="underline underline-offset-3 hover:decoration-2">
        {amount(failedJobs, 'job', 'jobs')} failed
      </Link>
    </Condition>
  );
}

function providerRow({ name, state, detail, last_success_at: last }: Provider): ListRow {
  return {
    name: providerNames[name] ?? name,
    isWrong: state === 'failing',
    note: (
      <>
        {detail}
        {last && (
          <span className="block">
            Last response <Ago at={last} />
          </span>
        )}
      </>
    ),
    condition: (
      <>
        {state === 'ok' && <Condition is="good">{last ? 'Responding' : 'Ready'}</Condition>}
        {state === 'failing' && <Condition is="bad">Failing</Condition>}
        {state === 'off' && <Condition is="off">Off</Condition>}
      </>
    ),
  };
}

function Unknown() {
  return <span className="text-right text-ink-soft">Unknown</span>;
}

const conditions = {
  good: { Icon: CircleCheck, className: '', iconClassName: 'text-ozark' },
  bad: { Icon: CircleAlert, className: 'font-semibold text-danger', iconClassName: '' },
  off: { Icon: CircleOff, className: 'text-ink-soft', iconClassName: '' },
};

function Condition({ is, children }: { is: keyof typeof conditions; children: ReactNode }) {
  const { Icon, className, iconClassName } = conditions[is];
  return (
    <span className={`figures inline-flex items-center gap-2 text-right ${className}`}>
      <Icon aria-hidden="true" size={18} className={`shrink-0 ${iconClassName}`} />
      <span>{children}</span>
    </span>
  );
}
