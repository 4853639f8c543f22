/** The dashboard's home: what is waiting, recent actions, and the state of services. */
import type { AuditEntry } from '@site/proto/audit/v1/audit.responses';
import type { Overview } from '@site/proto/submissions/v1/overview.responses';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import * as strings from '@/strings/public-strings.js';
import { AdminPage } from '@/dashboard-kit/admin-page.js';
import { Ago } from '@/dashboard-kit/facts.js';
import { Loaded } from '@/dashboard-kit/list/paged-list.js';
import { StormModeCard } from '@/dashboard-kit/storm-mode/storm-mode-card.js';
import { AuditSentence } from '@/components/audit/audit-labels.js';
import { CampaignProgress, campaignStateLabels } from '@/components/newsletter/campaign-progress.js';
import { allows, useSession } from '@/components/session/session.js';
import { numberText, shareText } from '@/ui/number-format.js';
import { ShareBar } from '@/ui/share-bar.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import { overviewIntervalSeconds, overviewQuery } from './overview.js';
import { SystemHealth } from './system-health.js';
import { Waiting } from './pending-work.js';

const lowerGridClassName =
  'mt-4 grid items-start grid-cols-[minmax(0,1fr)] gap-4 md:mt-6 md:gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]';

export function Page() {
  const overview = useQuery(overviewQuery);
  const session = useSession();
  return (
    <AdminPage title={strings.home}>
      <Loaded
        query={overview}
        failure="We couldn’t load the overview."
        oldNote={(age) =>
          `These figures are from ${age}: the site isn’t responding. We try again every ${overviewIntervalSeconds} seconds.`
        }
        placeholder={<Placeholder />}
      >
        {({ newsletter, latest_audit: latest, ...rest }) => (
          <>
            <Waiting {...rest} />
            <div className="mt-4 md:mt-6">
              <StormModeCard />
            </div>
            {allows(session, 'records') && (
              <div className={lowerGridClassName}>
                <LatestActions entries={latest} />
                <NewsletterStats newsletter={newsletter} />
              </div>
            )}
            <div className="mt-4 md:mt-6">
              <SystemHealth {...rest} />
            </div>
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the overview">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-4 md:gap-6">
        {['1', '2', '3', '4'].map((key) => (
          <Skeleton key={key} className="h-32 rounded-lg" />
        ))}
      </div>
      <div className={lowerGridClassName}>
        <Skeleton className="h-80 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
      <Skeleton className="mt-6 h-20 rounded-lg" />
    </Loading>
  );
}

function Card({ title, to, link, children }: { title: string; to: string; link: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card px-5 py-4 md:p-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <Link to={to} className="text-link">
          {link}
        </Link>
      </div>
      {children}
    </section>
  );
}

function LatestActions({ entries }: { entries: AuditEntry[] }) {
  return (
    <Card title="Latest actions" to="/dashboard/audit" link="All actions">
      {entries.length === 0 ? (
        <p className="mt-3 text-ink-soft">No actions yet. Every decision will be listed here.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line max-md:[&>li:nth-child(3)]:border-0 max-md:[&>li:nth-child(n+4)]:hidden md:mt-3">
          {entries.map((entry) => (
            <li key={entry.id} className="py-2.5">
              <p className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 wrap-anywhere">
                  <AuditSentence entry={entry} />
                </span>
                <Ago at={entry.at} className="figures shrink-0 text-sm text-ink-soft first-letter:uppercase" />
              </p>
              {entry.client_address && <p className="figures text-sm text-ink-soft">from {entry.client_address}</p>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function NewsletterStats({ newsletter }: Pick<Overview, 'newsletter'>) {
  const { confirmed, pending, last_campaign: campaign } = newsletter;
  const hasCounts = confirmed !== null && pending !== null;
  const all = hasCounts ? confirmed + pending : 0;
  const rows = [
    { name: 'Confirmed', count: confirmed, className: 'bg-ozark' },
    { name: 'Not confirmed yet', count: pending, className: 'bg-alert-moderate' },
  ].filter(({ count }) => count !== 0);
  return (
    <Card title={strings.newsletter} to="/dashboard/newsletter" link="Open newsletter">
      {rows.length === 0 ? (
        <p className="mt-2 text-ink-soft">No subscribers yet.</p>
      ) : (
        <div className="mt-4">
          <ShareBar parts={hasCounts ? rows.map((row) => ({ ...row, count: row.count ?? 0 })) : []} />
          <table aria-label="Subscribers" className="mt-2 w-full">
            <tbody>
              {rows.map(({ name, count, className }) => (
                <tr key={name}>
                  <th scope="row" className="py-1 text-left font-normal">
                    <span aria-hidden="true" className={`mr-2 inline-block size-2.5 rounded-full ${className}`} />
                    {name}
                  </th>
                  <td className="figures py-1 text-right font-semibold">{numberText(count)}</td>
                  <td className="figures w-16 py-1 text-right text-ink-soft">
                    {hasCounts && count !== null ? shareText(count, all) : ''}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="mt-4 border-t border-line pt-4">
        <h3 className="text-sm font-medium tracking-normal text-ink-soft">Last campaign</h3>
        {campaign ? (
          <>
            <p className="flex items-baseline justify-between gap-4">
              <span title={campaign.title} className="line-clamp-2 min-w-0 font-semibold wrap-anywhere">
                {campaign.title}
              </span>
              <When campaign={campaign} />
            </p>
            <div className="mt-3">
              <CampaignProgress campaign={campaign} />
            </div>
          </>
        ) : (
          <p className="mt-1 text-ink-soft">No campaigns have been sent yet.</p>
        )}
      </div>
    </Card>
  );
}

function When({ campaign }: { campaign: NonNullable<Overview['newsletter']['last_campaign']> }) {
  if (campaign.state !== 'sent')
    return (
      <span className="shrink-0 text-sm font-semibold text-sky-strong">{campaignStateLabels[campaign.state]}</span>
    );
  return (
    <Ago
      at={campaign.finished_at ?? campaign.created_at}
      className="figures shrink-0 text-sm text-ink-soft first-letter:uppercase"
    />
  );
}
