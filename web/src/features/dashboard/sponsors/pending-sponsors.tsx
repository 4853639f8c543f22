import { useId } from 'react';
import { Button } from '../../../ui/button.js';
import { useNow } from '../../../domain/time/clock.js';
import { relativeTime } from '../../../domain/time/times.js';
import { strings } from '../../../strings.js';
import type { AdminSponsor } from './sponsor-lists.js';

/** Three columns where there is room. */
export const pendingGridLook = 'grid gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3';

interface PendingSponsorsProps {
  sponsors: AdminSponsor[];
  onOpen: (sponsor: AdminSponsor) => void;
}

/** The requests that wait for a decision. */
export function PendingSponsors({ sponsors, onOpen }: PendingSponsorsProps) {
  return (
    <ul className={pendingGridLook}>
      {sponsors.map((sponsor) => (
        <PendingCard key={sponsor.id} sponsor={sponsor} onOpen={() => onOpen(sponsor)} />
      ))}
    </ul>
  );
}

function PendingCard({ sponsor, onOpen }: { sponsor: AdminSponsor; onOpen: () => void }) {
  const companyId = useId();
  const now = useNow();
  const { id, name, email, company_name: company, created_at: sent } = sponsor;
  return (
    <li data-sponsor={id} className="card flex flex-col p-5">
      <dl className="grid flex-1 grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-1">
        <dt className="text-ink-soft">{strings.name}</dt>
        <dd className="truncate" title={name}>
          {name}
        </dd>
        <dt className="text-ink-soft">{strings.email}</dt>
        <dd className="truncate" title={email}>
          {email}
        </dd>
        <dt className="text-ink-soft">{strings.companyName}</dt>
        <dd id={companyId} className="font-semibold break-words">
          {company}
        </dd>
      </dl>
      <p className="mt-2 text-sm text-ink-soft">
        Sent{' '}
        <time dateTime={sent} title={new Date(sent).toLocaleString('en-US')}>
          {relativeTime(Date.parse(sent), now).replace('Just', 'just')}
        </time>
      </p>
      <Button data-open="" className="mt-4" aria-describedby={companyId} aria-haspopup="dialog" onClick={onOpen}>
        {strings.quickView}
      </Button>
    </li>
  );
}
