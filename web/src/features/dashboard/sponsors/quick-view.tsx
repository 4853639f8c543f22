import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../../../api/api.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { FailureText } from '../../../dashboard-kit/editor/delete-dialog.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialogs/dialog.js';
import { TextField } from '../../../ui/forms/field.js';
import { strings } from '../../../strings.js';
import {
  approvalHindrance,
  decideOnSponsor,
  sponsorsList,
  type AdminSponsor,
  type SponsorDecision,
} from './sponsor-lists.js';
import { SponsorLogo } from './sponsor-logo.js';

const failures: Record<SponsorDecision['decision'], string> = {
  approve: strings.approveSponsorFailed,
  reject: strings.rejectSponsorFailed,
};

/** It travels in the address, in which a long text has no place; the server itself takes 2,000 characters. */
const longestReason = 500;

interface QuickViewProps {
  sponsor: AdminSponsor;
  onDecided: (decided: SponsorDecision) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null | undefined;
}

/** Everything about a request, and the decision. A rejection can be undone for 30 days, so neither is asked about again. */
export function QuickView({ sponsor, onDecided, onClose, returnFocusTo }: QuickViewProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const hindranceId = useId();
  const underWay = useRef(false);
  const decision = useMutation({
    networkMode: 'always',
    mutationFn: decideOnSponsor,
    onSuccess: (_answer, decided) => onDecided(decided),
    onError: (error) => {
      underWay.current = false;
      // Somebody else was faster: the lists shown here are old.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409))
        reloadChanged(client, sponsorsList);
    },
  });
  const hindrance = approvalHindrance(sponsor);
  const { error, variables, isPending } = decision;
  const deciding = isPending ? variables.decision : undefined;

  function decide(what: SponsorDecision['decision']) {
    if (underWay.current || (what === 'approve' && hindrance)) return;
    underWay.current = true;
    const said = reason.trim();
    decision.mutate({ decision: what, sponsor, ...(what === 'reject' && said && { reason: said }) });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!isPending}
      title={strings.sponsor}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          {hindrance && (
            <p id={hindranceId} className="basis-full text-sm text-ink-soft">
              {hindrance}
            </p>
          )}
          <Button
            tone="secondary"
            className="flex-1 sm:flex-none"
            onClick={() => decide('reject')}
            aria-disabled={deciding === 'approve' || undefined}
            busyLabel={deciding === 'reject' && strings.processing}
          >
            {strings.reject}
          </Button>
          <Button
            className="flex-1 sm:flex-none"
            onClick={() => decide('approve')}
            aria-disabled={hindrance !== undefined || deciding === 'reject' || undefined}
            aria-describedby={hindrance && hindranceId}
            busyLabel={deciding === 'approve' && strings.processing}
          >
            {strings.approve}
          </Button>
        </>
      }
    >
      {error && variables && (
        <Banner tone="error" className="mb-4">
          <FailureText text={failures[variables.decision]} error={error} serverFirst />
        </Banner>
      )}
      <div className="flex h-40 items-center justify-center overflow-hidden rounded-md bg-surface-raised">
        <SponsorLogo sponsor={sponsor} />
      </div>
      <dl className="mt-5 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Detail label={strings.name}>{sponsor.name}</Detail>
        <Detail label={strings.emailAddress}>
          <a className="text-link" href={`mailto:${sponsor.email}`}>
            {sponsor.email}
          </a>
        </Detail>
        <Detail label={strings.companyName}>{sponsor.company_name}</Detail>
        <Detail label={strings.phoneNumber}>
          <a className="text-link figures" href={`tel:${sponsor.phone_number}`}>
            {sponsor.phone_number}
          </a>
        </Detail>
        <Detail label={strings.url} wide>
          {sponsor.url ? (
            <a className="text-link" href={sponsor.url} target="_blank" rel="noopener noreferrer nofollow">
              {sponsor.url}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ) : (
            '–'
          )}
        </Detail>
        <Detail label={strings.message} wide>
          {sponsor.message}
        </Detail>
      </dl>
      <TextField
        className="mt-5 pb-1"
        label="Reason for a rejection (optional)"
        hint="Write it so that the company may read it."
        maxLength={longestReason}
        autoComplete="off"
        value={reason}
        readOnly={isPending}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}

function Detail({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}
