/** Webhooks that receive warnings: list, create and delete. */
import { isNotificationKind, kindLabels, notificationKinds, expandAllKinds } from '@site/domain/notifications/kinds';
import type { CreatedWebhook, Webhook } from '@site/proto/notifications/v1/webhooks.responses';
import { maxWebhooks, webhookInput } from '@site/proto/notifications/v1/webhooks.schema';
import { counties } from '@site/regions/counties';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Ago } from '@/dashboard-kit/facts.js';
import { ActionDialog } from '@/dashboard-kit/action-dialog.js';
import { DialogActions } from '@/dashboard-kit/dialog-actions.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { Loaded } from '@/dashboard-kit/list/paged-list.js';
import { CountyPicker } from '@/components/places/county-choice.js';
import { KindPicker, LevelPicker } from '@/components/push/preference-choices.js';
import { FailureBanner } from '@/components/session/failure-banner.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { CopyButton } from '@/ui/copy-button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import { Section } from '@/ui/page-section.js';
import { Loading } from '@/ui/skeleton.js';
import { useToast } from '@/ui/toast.js';
import { createWebhook, deleteWebhook, formatLevel, placesOf, webhooksKey, webhooksQuery } from './notifications.js';

export function WebhookList() {
  const webhooks = useQuery(webhooksQuery);
  const client = useQueryClient();
  const showToast = useToast();
  const add = useRef<HTMLButtonElement>(null);
  const [isAdding, setAdding] = useState(false);
  const [target, setTarget] = useState<Webhook>();
  const reload = () => reloadChanged(client, webhooksKey);
  const isFull = (webhooks.data?.length ?? 0) >= maxWebhooks;
  return (
    <Section title="Webhooks" headingClassName="text-lg" className="card p-5 md:p-6">
      <div className="mt-1 mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-soft">
          {isFull
            ? `You’ve reached the limit of ${maxWebhooks} webhooks.`
            : 'Emergency managers’ systems, notified by signed webhooks.'}
        </p>
        <Button ref={add} size="small" aria-disabled={isFull || undefined} onClick={() => !isFull && setAdding(true)}>
          <Plus aria-hidden="true" size={16} />
          Add a webhook
        </Button>
      </div>
      <Loaded
        query={webhooks}
        failure="We couldn’t load the webhooks. Try again."
        placeholder={<Loading label="Loading the webhooks" className="flex flex-col gap-4" count={2} each="h-16" />}
      >
        {(all) =>
          all.length === 0 ? (
            <p className="py-6 text-center text-ink-soft">No webhooks yet.</p>
          ) : (
            <ul aria-label="Webhooks" className="divide-y divide-line">
              {all.map((webhook) => (
                <Item key={webhook.id} webhook={webhook} onDelete={() => setTarget(webhook)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && (
        <WebhookDialog onCreated={reload} onClose={() => setAdding(false)} returnFocusTo={() => add.current} />
      )}
      <ActionDialog
        target={target}
        title="Delete this webhook?"
        question="Its system gets no more warnings. The secret can’t be recovered."
        note={({ name, host }) => (
          <>
            <strong className="font-semibold text-ink">{name}</strong>, {host}
          </>
        )}
        failure="We couldn’t delete it. Try again."
        act={deleteWebhook}
        onDone={({ name }) => {
          setTarget(undefined);
          showToast(`Deleted ${name}.`);
          reload();
        }}
        onFailed={reload}
        onCancel={() => setTarget(undefined)}
        returnFocusTo={() => add.current}
      />
    </Section>
  );
}

const formatKinds = ({ kinds }: Webhook) => kindLabels(kinds).join(', ');

function Item({ webhook, onDelete }: { webhook: Webhook; onDelete: () => void }) {
  const nameId = useId();
  const { name, host, created_at: createdAt, last_ok_at: lastOk, last_error: error, last_error_at: failedAt } = webhook;
  return (
    <li className="flex items-start gap-4 py-4 last:pb-0">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <h3 id={nameId} className="text-base font-semibold">
          {name}
        </h3>
        <p className="text-ink-soft">{host}</p>
        <p className="mt-1 text-sm">
          {placesOf(webhook)}. {formatKinds(webhook)}. {formatLevel(webhook)}.
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          Added <Ago at={createdAt} />,{' '}
          {lastOk ? (
            <>
              last successful delivery <Ago at={lastOk} />
            </>
          ) : (
            'no successful delivery yet'
          )}
        </p>
        {error !== null && (
          <Banner tone="error" className="mt-2">
            The last call failed. {error}
            {failedAt !== null && (
              <>
                {' '}
                First seen <Ago at={failedAt} />.
              </>
            )}
          </Banner>
        )}
      </div>
      <Button tone="secondary" size="small" aria-describedby={nameId} onClick={onDelete}>
        <Trash2 aria-hidden="true" size={16} />
        Delete
      </Button>
    </li>
  );
}

interface WebhookDialogProps {
  /** The dialog stays open to show the secret. */
  onCreated: () => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

function WebhookDialog({ onCreated, onClose, returnFocusTo }: WebhookDialogProps) {
  const [createdWebhook, setCreatedWebhook] = useState<CreatedWebhook>();
  return (
    <Dialog
      open
      // The secret can't be recovered, so only confirming that it was saved closes the dialog.
      dismissible={!createdWebhook}
      onClose={() => !createdWebhook && onClose()}
      title={createdWebhook ? 'Webhook secret' : 'Add a webhook'}
      description={
        createdWebhook ? undefined : 'An https address that receives our signed requests (Standard Webhooks).'
      }
      returnFocusTo={returnFocusTo}
    >
      {createdWebhook ? (
        <Secret created={createdWebhook} onSaved={onClose} />
      ) : (
        <WebhookForm
          onCreated={(created) => {
            setCreatedWebhook(created);
            onCreated();
          }}
        />
      )}
    </Dialog>
  );
}

const listCountyCodes = () => counties.map(({ fips }) => fips);

function WebhookForm({ onCreated }: { onCreated: (created: CreatedWebhook) => void }) {
  const [keys] = useState(() => new SubmissionKeys());
  const { form, errors, field, ...sent } = useSentForm({
    schema: webhookInput,
    defaultValues: { name: '', url: '', counties: [], kinds: [...notificationKinds], min_level: 3 },
    inlineErrorFields: ['name', 'url', 'counties', 'kinds'],
    send: async (entered) => {
      const input = { ...entered, kinds: expandAllKinds(entered.kinds) };
      const { data } = await createWebhook(input, keys.headersFor(input));
      keys.renew();
      onCreated(data);
    },
  });
  const [selectedCounties, kinds, level] = form.watch(['counties', 'kinds', 'min_level']);
  const shouldValidate = form.formState.isSubmitted;
  return (
    <form noValidate aria-label="New webhook" className="flex flex-col gap-5" onSubmit={sent.submit}>
      {sent.failure !== undefined && !sent.hasFieldError && (
        <FailureBanner error={sent.failure} text="We couldn’t add the webhook. Try again." />
      )}
      <TextField label="Name" hint="Shown only in this list." autoComplete="off" aria-required {...field('name')} />
      <TextField
        label="Address"
        hint="Later we show only the host, because the rest may contain a key."
        type="url"
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        aria-required
        {...field('url')}
      />
      <CountyPicker
        selected={selectedCounties}
        error={errors.counties?.message}
        onChange={(change) => form.setValue('counties', change(form.getValues('counties')), { shouldValidate })}
        shortcut={
          <Button tone="secondary" onClick={() => form.setValue('counties', listCountyCodes(), { shouldValidate })}>
            All {counties.length}
          </Button>
        }
      />
      <KindPicker
        selected={kinds.filter(isNotificationKind)}
        error={errors.kinds?.message}
        onChange={(changed) => form.setValue('kinds', changed, { shouldValidate })}
      />
      <LevelPicker selected={level} onChange={(changed) => form.setValue('min_level', changed)} />
      <DialogActions>
        <Button type="submit" busyLabel={sent.isSubmitting && 'Adding…'}>
          Add webhook
        </Button>
      </DialogActions>
    </form>
  );
}

function Secret({ created: { webhook, secret }, onSaved }: { created: CreatedWebhook; onSaved: () => void }) {
  return (
    <div className="flex flex-col gap-4 pb-2">
      <Banner tone="success">
        <span className="wrap-anywhere">{webhook.name} now receives warnings.</span>
      </Banner>
      <p className="text-ink-soft">
        The receiving system uses this secret to verify that requests come from us. Pass it on securely: it’s shown only
        once.
      </p>
      <dl>
        <dt className="text-sm text-ink-soft">Secret</dt>
        <dd className="mt-1 rounded-md bg-surface-raised px-4 py-3 font-mono wrap-anywhere select-all">{secret}</dd>
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={secret} label="Copy the secret" />
        <Button data-autofocus="" onClick={onSaved}>
          I’ve saved it
        </Button>
      </div>
    </div>
  );
}
