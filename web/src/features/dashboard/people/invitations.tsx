/** Open invitations, and the dialog that sends one. */
import { kinds } from '@site/domain/kinds';
import { roleNames } from '@site/domain/role-names';
import { roles } from '@site/domain/roles';
import type { Invitation, Invitations } from '@site/proto/auth/v1/invitations.responses';
import { invitationDays, inviteInput } from '@site/proto/auth/v1/invitations.schema';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { adminQuery, post, serverMessageOf } from '@/api/admin.js';
import { ActionDialog } from '@/dashboard-kit/action-dialog.js';
import { DialogActions } from '@/dashboard-kit/dialog-actions.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { FailureBanner } from '@/components/session/failure-banner.js';
import { useNow } from '@/components/time/clock.js';
import { alertTime } from '@/components/time/times.js';
import * as screenNames from '@/strings/screen-names.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { amount } from '@/ui/number-format.js';
import { OptionField, OptionGroup } from '@/ui/forms/choice.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import { Section } from '@/ui/page-section.js';
import { useToast } from '@/ui/toast.js';
import { RoleMark } from './role-mark.js';

const address = '/admin/main/people/invitations';
const of = ({ id }: Invitation) => `${address}/${encodeURIComponent(id)}`;

/** Reloaded with the people. */
const invitationsQuery = queryOptions({
  ...adminQuery<Invitations>([kinds.moderator.list, 'people', 'invitations'], address),
  staleTime: 0,
});

/** Lists the open invitations; renders nothing if there are none. */
export function InvitationList() {
  const client = useQueryClient();
  const showToast = useToast();
  const { data } = useQuery(invitationsQuery);
  const [revoked, setRevoked] = useState<Invitation>();
  const reload = () => reloadChanged(client, kinds.moderator.list);
  const resending = useMutation({
    mutationFn: (invitation: Invitation) => post<Invitation>(`${of(invitation)}/resend`, {}),
    onSuccess: ({ data: { email } }) => showToast(`Sent a new link to ${email}. The old one no longer works.`),
    onError: (error) => showToast(serverMessageOf(error) ?? 'We couldn’t send the invitation. Try again.', 'error'),
    onSettled: reload,
  });
  if (!data?.invitations.length) return null;
  return (
    <Section title="Open invitations" headingClassName="mb-3 text-lg" className="mb-6">
      {!data.mail_delivered && <NoMail />}
      <ul aria-label="Open invitations" className="card divide-y divide-line px-4 py-1 md:px-6">
        {data.invitations.map((invitation) => (
          <Row
            key={invitation.id}
            invitation={invitation}
            onResend={() => !resending.isPending && resending.mutate(invitation)}
            onRevoke={() => setRevoked(invitation)}
          />
        ))}
      </ul>
      <ActionDialog
        target={revoked}
        title={`Revoke the invitation of ${revoked?.name ?? ''}?`}
        question="The link in their email stops working. You can invite them again."
        confirmLabel="Yes, Revoke"
        busyLabel="Revoking…"
        failure="We couldn’t revoke the invitation."
        act={(invitation) => post<null>(`${of(invitation)}/revoke`, {})}
        onDone={({ name }) => {
          setRevoked(undefined);
          showToast(`Revoked the invitation of ${name}.`);
          reload();
        }}
        onFailed={reload}
        onCancel={() => setRevoked(undefined)}
      />
    </Section>
  );
}

interface RowProps {
  invitation: Invitation;
  onResend: () => void;
  onRevoke: () => void;
}

function Row({ invitation: { name, email, role, expires_at: expiresAt, invited_by: inviter }, ...on }: RowProps) {
  const nameId = useId();
  const now = useNow();
  const isExpired = Date.parse(expiresAt) <= now;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p id={nameId} className="font-semibold wrap-anywhere">
          {name} <RoleMark role={role} />
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {email}, invited by {inviter}.{' '}
          {isExpired ? (
            <span className="font-semibold text-danger">Expired</span>
          ) : (
            `Expires ${alertTime(expiresAt, now)}`
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button tone="secondary" size="small" aria-describedby={nameId} onClick={on.onResend}>
          Send again
        </Button>
        <Button tone="secondary" size="small" aria-describedby={nameId} onClick={on.onRevoke}>
          Revoke
        </Button>
      </div>
    </li>
  );
}

function NoMail() {
  return (
    <Banner tone="info" className="mb-3">
      This installation doesn’t send email, so invitations don’t arrive. An operator can turn it on. Until then, add
      moderators with a password under{' '}
      <Link to="/dashboard/moderate" className="text-link">
        {screenNames.moderators}
      </Link>
      .
    </Banner>
  );
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const showToast = useToast();
  const { data } = useQuery(invitationsQuery);
  const { form, field, ...sent } = useSentForm({
    schema: inviteInput,
    defaultValues: { name: '', email: '', role: 'moderator', valid_days: 7 },
    inlineErrorFields: ['name', 'email'],
    send: async (input) => {
      const { data: created } = await post<Invitation>(address, input);
      reloadChanged(client, kinds.moderator.list);
      showToast(`Invited ${created.name}. The link is on its way to ${created.email}.`);
      onClose();
    },
  });
  const [role, days] = form.watch(['role', 'valid_days']);
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!sent.isSubmitting}
      title="Invite someone"
      description="They get an email with a link and choose their own password."
    >
      <form noValidate aria-label="Invitation" className="flex flex-col gap-5" onSubmit={sent.submit}>
        {data && !data.mail_delivered && <NoMail />}
        {sent.failure !== undefined && !sent.hasFieldError && (
          <FailureBanner error={sent.failure} text="We couldn’t send the invitation. Try again." />
        )}
        <TextField label="Full Name" autoComplete="off" aria-required {...field('name')} />
        <TextField label="Email" type="email" autoComplete="off" aria-required {...field('email')} />
        <OptionGroup legend="Role">
          {[...roles].reverse().map((name) => (
            <OptionField
              key={name}
              type="radio"
              name="role"
              label={roleNames[name].name}
              text={roleNames[name].is}
              checked={name === role}
              onChange={() => form.setValue('role', name)}
            />
          ))}
        </OptionGroup>
        <OptionGroup legend="The link works for">
          <div className="flex flex-wrap gap-x-6">
            {invitationDays.map((number) => (
              <OptionField
                key={number}
                type="radio"
                name="valid_days"
                label={amount(number, 'day', 'days')}
                checked={number === days}
                onChange={() => form.setValue('valid_days', number)}
              />
            ))}
          </div>
        </OptionGroup>
        <DialogActions>
          <Button tone="secondary" onClick={() => !sent.isSubmitting && onClose()}>
            Cancel
          </Button>
          <Button type="submit" busyLabel={sent.isSubmitting && 'Sending…'}>
            Send invitation
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
