import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.answers';
import { useId } from 'react';
import { Ago } from '../../../dashboard-kit/ago.js';
import { FactRows } from '../../../dashboard-kit/facts.js';
import { Button } from '../../../ui/button.js';
import * as strings from '../../../strings.js';

/** Up to three columns. */
export const pendingGridLook = 'grid grid-cols-1 gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3';

interface PendingSponsorsProps {
  sponsors: EditedSponsor[];
  onOpen: (sponsor: EditedSponsor) => void;
}

/** Pending sponsor requests. */
export function PendingSponsors({ sponsors, onOpen }: PendingSponsorsProps) {
  return (
    <ul className={pendingGridLook}>
      {sponsors.map((sponsor) => (
        <PendingCard key={sponsor.id} sponsor={sponsor} onOpen={() => onOpen(sponsor)} />
      ))}
    </ul>
  );
}

function PendingCard({ sponsor, onOpen }: { sponsor: EditedSponsor; onOpen: () => void }) {
  const companyId = useId();
  return (
    <li data-sponsor={sponsor.id} className="card flex flex-col p-5">
      <FactRows
        className="flex-1"
        name={strings.companyName}
        nameId={companyId}
        facts={[
          [strings.name, sponsor.name],
          [strings.email, sponsor.email],
          [strings.companyName, sponsor.company_name],
        ]}
      />
      <p className="mt-2 text-sm text-ink-soft">
        Sent <Ago at={sponsor.created_at} />
      </p>
      <Button
        tone="secondary"
        data-open=""
        className="mt-4"
        aria-describedby={companyId}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        {strings.quickView}
      </Button>
    </li>
  );
}
