import { CircleAlert, CircleCheck, CircleOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { amount, countText, durationText } from '../../../ui/figures.js';
import { Ago } from '../../../dashboard-kit/ago.js';
import type { Overview, Provider } from '@site/proto/submissions/v1/overview.answers';
import { providerNames, serviceNames } from './overview.js';

/** Work that has been waiting longer than this is late. */
const lateAfterSeconds = 60;

/** Which services answer, whether the queue keeps up, and which providers answer. */
export function SystemHealth({
  services,
  outbox,
  failed_jobs: failedJobs,
  providers,
}: Pick<Overview, 'services' | 'outbox' | 'failed_jobs' | 'providers'>) {
  return (
    <section aria-labelledby="health-heading" className="card p-5 md:p-6">
      <h2 id="health-heading" className="text-lg">
        Health
      </h2>
      <List label="Services">
        {Object.entries(services).map(([name, state]) => (
          <Row key={name} name={serviceNames[name] ?? name}>
            <Condition is={state === 'up' ? 'good' : 'bad'}>{state === 'up' ? 'Up' : 'Down'}</Condition>
          </Row>
        ))}
      </List>
      <List label="Work behind the site">
        <Row name="Queue">
          <QueueCondition outbox={outbox} />
        </Row>
        <Row name="Jobs">
          <JobsCondition failedJobs={failedJobs} />
        </Row>
      </List>
      <List label="Providers">
        {providers.length === 0 && <li className="py-2.5 text-ink-soft">Not known at the moment</li>}
        {providers.map((provider) => (
          <ProviderRow key={provider.name} provider={provider} />
        ))}
      </List>
    </section>
  );
}

function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <h3 className="mt-4 text-sm font-medium tracking-normal text-ink-soft">{label}</h3>
      <ul aria-label={label} className="divide-y divide-line">
        {children}
      </ul>
    </>
  );
}

function Row({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 py-1.5">
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        {note && <span className="block text-sm break-words text-ink-soft">{note}</span>}
      </span>
      {children}
    </li>
  );
}

function QueueCondition({ outbox: { unprocessed, oldest_age_seconds: age } }: Pick<Overview, 'outbox'>) {
  if (unprocessed === null) return <Unknown />;
  if (unprocessed === 0) return <Condition is="good">Nothing is waiting</Condition>;
  return (
    <Condition is={age === null || age < lateAfterSeconds ? 'good' : 'bad'}>
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
              Last answer <Ago at={last} />
            </span>
          )}
        </>
      }
    >
      {state === 'ok' && <Condition is="good">{last ? 'Answers' : 'Ready'}</Condition>}
      {state === 'failing' && <Condition is="bad">Fails</Condition>}
      {state === 'off' && <Condition is="off">Off</Condition>}
    </Row>
  );
}

function Unknown() {
  return <span className="text-right text-ink-soft">Not known at the moment</span>;
}

const conditions = {
  good: { Icon: CircleCheck, look: '', iconLook: 'text-ozark' },
  bad: { Icon: CircleAlert, look: 'font-semibold text-danger', iconLook: '' },
  off: { Icon: CircleOff, look: 'text-ink-soft', iconLook: '' },
};

function Condition({ is, children }: { is: keyof typeof conditions; children: ReactNode }) {
  const { Icon, look, iconLook } = conditions[is];
  return (
    <span className={`figures inline-flex shrink-0 items-center gap-2 text-right ${look}`}>
      <Icon aria-hidden="true" size={18} className={`shrink-0 ${iconLook}`} />
      <span>{children}</span>
    </span>
  );
}
