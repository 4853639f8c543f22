/** Dialogs that review a sponsorship request and edit a sponsor. */
import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.responses';
import { advertiseFileField, sponsorInput } from '@site/proto/submissions/v1/sponsors.schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { hasStatus } from '@/api/admin.js';
import type { Resource } from '@/dashboard-kit/editor/resource.js';
import { Facts } from '@/dashboard-kit/facts.js';
import { FailureText } from '@/dashboard-kit/action-dialog.js';
import { useDraft, useStoredDraft } from '@/dashboard-kit/editor/drafts.js';
import { approvalHindrance, type DecisionOn, maxReasonLength } from '@/dashboard-kit/review/submission-lists.js';
import { webAddressAsTyped } from '@/components/advertise/as-typed.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { mailLink } from '@/ui/mail-link.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { PhoneLink } from '@/ui/phone-link.js';
import { SponsorLogo, sponsors } from './sponsors.js';

interface QuickViewProps {
  sponsor: EditedSponsor;
  onDecided: (decided: DecisionOn<EditedSponsor>) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null | undefined;
}

/** Decisions need no confirmation: a rejection can be undone for 30 days. */
export function QuickView({ sponsor, onDecided, onClose, returnFocusTo }: QuickViewProps) {
  const client = useQueryClient();
  const draft = useDraft<{ reason: string }>(`sponsor rejection ${sponsor.id}`);
  const [reason, setReason] = useState(draft.found?.reason ?? '');
  useStoredDraft(draft, reason.trim() ? { reason } : undefined);
  const hindranceId = useId();
  const underWay = useRef(false);
  const deciding = useMutation({
    mutationFn: sponsors.decide,
    onSuccess: (_response, decided) => {
      draft.copies.clear();
      onDecided(decided);
    },
    onError: (error) => {
      underWay.current = false;
      // Another user was faster.
      if (hasStatus(error, 404, 409)) sponsors.reload(client);
    },
  });
  const hindrance = approvalHindrance('logo', sponsor.picture);
  const { error, variables, isPending } = deciding;
  const decided = isPending ? variables.decision : undefined;

  function decide(decision: 'approve' | 'reject') {
    if (underWay.current || (decision === 'approve' && hindrance)) return;
    underWay.current = true;
    const trimmedReason = reason.trim();
    deciding.mutate({
      decision,
      item: sponsor,
      ...(decision === 'reject' && trimmedReason && { reason: trimmedReason }),
    });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!isPending}
      title={dashboardStrings.sponsor}
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
            aria-disabled={decided === 'approve' || undefined}
            busyLabel={decided === 'reject' && dashboardStrings.processing}
          >
            {dashboardStrings.reject}
          </Button>
          <Button
            className="flex-1 sm:flex-none"
            onClick={() => decide('approve')}
            aria-disabled={hindrance !== undefined || decided === 'reject' || undefined}
            aria-describedby={hindrance && hindranceId}
            busyLabel={decided === 'approve' && dashboardStrings.processing}
          >
            {dashboardStrings.approve}
          </Button>
        </>
      }
    >
      {error && variables && (
        <Banner tone="error" className="mb-4">
          <FailureText
            text={variables.decision === 'approve' ? 'Failed to approve sponsor' : 'Failed to reject sponsor'}
            error={error}
            serverFirst
          />
        </Banner>
      )}
      <div className="flex h-40 items-center justify-center overflow-hidden rounded-md bg-surface-raised">
        <SponsorLogo sponsor={sponsor} />
      </div>
      <Facts
        className="mt-5 gap-y-3 sm:grid-cols-2"
        facts={[
          [strings.name, sponsor.name],
          [
            strings.emailAddress,
            <a key="mail" className="text-link" href={mailLink(sponsor.email)}>
              {sponsor.email}
            </a>,
          ],
          [strings.companyName, sponsor.company_name],
          [strings.phoneNumber, <PhoneLink key="phone" number={sponsor.phone_number} />],
          [
            dashboardStrings.url,
            sponsor.url ? (
              <OutsideLink key="url" href={sponsor.url} rel="nofollow">
                {sponsor.url}
              </OutsideLink>
            ) : (
              '–'
            ),
            'sm:col-span-2',
          ],
          [strings.message, sponsor.message, 'sm:col-span-2'],
        ]}
      />
      <TextField
        className="mt-5 pb-1"
        label="Reason for rejection (optional)"
        hint="We email this to the company."
        maxLength={maxReasonLength}
        autoComplete="off"
        value={reason}
        readOnly={isPending}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}

/** Sponsors added by an admin are approved immediately. */
export const sponsorResource: Resource<EditedSponsor> = {
  kind: 'sponsor',
  address: '/admin/main/sponsor',
  idField: 'sponsor_id',
  find: sponsors.find,
  input: sponsorInput.extend({ url: webAddressAsTyped }),
  fields: {
    name: { label: strings.name, hint: 'Contact person. Not shown on the site.' },
    email: { type: 'email', label: strings.email, hint: 'Not shown on the site.' },
    phone_number: {
      type: 'tel',
      label: strings.phoneNumber,
      hint: 'Shown on the site. Include the country code if it isn’t a US number.',
      placeholder: '+15015550123',
    },
    company_name: { label: strings.companyName, hint: 'Shown on the site beside the logo.' },
    url: { type: 'url', label: strings.websiteUrl, hint: 'Optional. The logo links to it.' },
    [advertiseFileField]: {
      type: 'picture',
      label: strings.companyLogo,
      noun: 'logo',
      drawings: true,
      missing: 'Company logo is required',
      show: (item) => <SponsorLogo sponsor={item} />,
      // A stored logo counts as the file; a company may have sent none.
      isStored: (item) => Boolean(item.picture ?? item.company_logo),
    },
    message: {
      type: 'lines',
      label: strings.message,
      hint: 'What you agreed on, or what they wrote. Not shown on the site.',
    },
  },
  prefersServerText: true,
  create: {
    title: strings.becomeOurSponsor,
    submit: strings.submit,
    busy: strings.submitting,
    failed: dashboardStrings.sponsorSaveFailed,
  },
  edit: { title: 'Edit Sponsor', failed: dashboardStrings.sponsorSaveFailed },
};
