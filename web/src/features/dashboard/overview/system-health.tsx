import { ChevronDown, CircleAlert, CircleCheck, CircleOff } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/button.js';
import { classNames } from '../../../ui/class-names.js';
import { amount, countText, durationText } from '../../../ui/figures.js';
import { Ago } from '../../../dashboard-kit/texts.js';
import type { Overview, Provider } from '@site/proto/submissions/v1/overview.answers';
import { providerNames, serviceNames } from './overview.js';

const lateAfterSeconds = 60;

type Health = Pick<Overview, 'services' | 'outbox' | 'failed_jobs' | 'providers'>;

/** Expands to the details when something is wrong. */
export function SystemHealth(health: Health) {
  const { services, outbox, failed_jobs: failedJobs, providers } = health;
  const troubles = troublesOf(health);
  const isWell = troubles.length === 0;
  // The user's choice applies until the overall state changes.
  const [chosen, setChosen] = useState<{ open: boolean; while: boolean }>();
  const isOpen = chosen?.while === isWell ? chosen.open : !isWell;
  const partsId = useId();
  return (
    <section aria-labelledby="health-heading" className="card px-5 py-4 md:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="health-heading" className="text-lg">
          Health
        </h2>
        <p className="min-w-0 flex-1 basis-40">
          <Condition is={isWell ? 'good' : 'bad'}>
            {isWell
              ? 'Everything is running'
              : amount(troubles.length, 'issue needs attention', 'issues need attention')}
          </Condition>
        </p>
        <Button
          tone="quiet"
          size="small"
          className="min-h-11"
          aria-expanded={isOpen}
          aria-controls={partsId}
          onClick={() => setChosen({ open: !isOpen, while: isWell })}
        >
          {isOpen ? 'Hide details' : 'Show details'}
          <ChevronDown
            aria-hidden="true"
            size={16}
            className={classNames('transition-transform duration-150', isOpen && 'rotate-180')}
          />
        </Button>
      </div>
      <div id={partsId} hidden={!isOpen} className="gap-x-10 pb-1 md:columns-2">
        <List label="Services">
          {Object.entries(services).map(([name, state]) => (
            <Row key={name} name={serviceNames[name] ?? name}>
              <Condition is={state === 'up' ? 'good' : 'bad'}>{state === 'up' ? 'Up' : 'Down'}</Condition>
            </Row>
          ))}
        </List>
        <List label="Background work">
          <Row name="Queue">
            <QueueCondition outbox={outbox} />
          </Row>
          <Row name="Jobs">
            <JobsCondition failedJobs={failedJobs} />
          </Row>
        </List>
        <List label="Providers">
          {providers.length === 0 && <li className="py-2.5 text-ink-soft">Unknown</li>}
          {providers.map((provider) => (
            <ProviderRow key={provider.name} provider={provider} />
          ))}
        </List>
      </div>
    </section>
  );
}

function troublesOf({ services, outbox, failed_jobs: failedJobs, providers }: Health): string[] {
  return [
    ...Object.keys(services).filter((name) => services[name] !== 'up'),
    ...(isLate(outbox) ? ['queue'] : []),
    ...(failedJobs ? ['jobs'] : []),
    ...providers.filter(({ state }) => state === 'failing').map(({ name }) => name),
  ];
}

const isLate = ({ unprocessed, oldest_age_seconds: age }: Overview['outbox']) =>
  Boolean(unprocessed) && age !== null && age >= lateAfterSeconds;

function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="break-inside-avoid">
      <h3 className="pt-4 text-sm font-medium tracking-normal text-ink-soft">{label}</h3>
      <ul aria-label={label} className="divide-y divide-line">
        {children}
      </ul>
    </div>
  );
}

function Row({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1.5">
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        {note && <span className="block text-sm break-words text-ink-soft">{note}</span>}
      </span>
      {children}
    </li>
  );
}

function QueueCondition({ outbox }: Pick<Overview, 'outbox'>) {
  const { unprocessed, oldest_age_seconds: age } = outbox;
  if (unprocessed === null) return <Unknown />;
  if (unprocessed === 0) return <Condition is="good">Nothing is waiting</Condition>;
  return (
    <Condition is={isLate(outbox) ? 'bad' : 'good'}>
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

function ProviderRow({ provider }: { provider: Provider }) {
  const { name, state, detail, last_success_at: last } = provider;
  return (
    <Row
      name={providerNames[name] ?? name}
      note={
        <>
          {detail}
          {last && (
            <span className="block">
              Last response <Ago at={last} />
            </span>
          )}
        </>
      }
    >
      {state === 'ok' && <Condition is="good">{last ? 'Responding' : 'Ready'}</Condition>}
      {state === 'failing' && <Condition is="bad">Failing</Condition>}
      {state === 'off' && <Condition is="off">Off</Condition>}
    </Row>
  );
}

function Unknown() {
  return <span className="text-right text-ink-soft">Unknown</span>;
}

const conditions = {
  good: { Icon: CircleCheck, look: '', iconLook: 'text-ozark' },
  bad: { Icon: CircleAlert, look: 'font-semibold text-danger', iconLook: '' },
  off: { Icon: CircleOff, look: 'text-ink-soft', iconLook: '' },
};

function Condition({ is, children }: { is: keyof typeof conditions; children: ReactNode }) {
  const { Icon, look, iconLook } = conditions[is];
  return (
    <span className={`figures inline-flex items-center gap-2 text-right ${look}`}>
      <Icon aria-hidden="true" size={18} className={`shrink-0 ${iconLook}`} />
      <span>{children}</span>
    </span>
  );
}
