import type { CreatedWebhook } from '@site/proto/notifications/v1/webhooks.answers';
import { wishKinds } from '@site/domain/notifications/kinds';
import { webhookInput } from '@site/proto/notifications/v1/webhooks.schema';
import { counties } from '@site/state/counties';
import { useState } from 'react';
import { CountyChoice } from '../../../domain/places/county-choice.js';
import { KindChoice, LevelChoice } from '../../../domain/push/wish-choices.js';
import { FailureBanner } from '../../../domain/session/failure-banner.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { Dialog } from '../../../ui/dialogs/dialog.js';
import { TextField } from '../../../ui/forms/field.js';
import { useSentForm } from '../../../ui/forms/sent-form.js';
import { SubmissionKeys } from '../../../ui/forms/submission-keys.js';
import { createWebhook } from './webhooks.js';

interface WebhookDialogProps {
  /** Called once the webhook is stored. The dialog stays open to show the secret. */
  onMade: () => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** Adds a webhook and shows its secret, which can't be shown again. */
export function WebhookDialog({ onMade, onClose, returnFocusTo }: WebhookDialogProps) {
  const [made, setMade] = useState<CreatedWebhook>();
  return (
    <Dialog
      open
      // The secret can't be recovered, so only the button that confirms it was saved closes the dialog.
      dismissible={!made}
      onClose={() => !made && onClose()}
      title={made ? 'Webhook secret' : 'Add a webhook'}
      description={made ? undefined : 'An https address that receives our signed requests (Standard Webhooks).'}
      returnFocusTo={returnFocusTo}
    >
      {made ? (
        <Secret made={made} onKept={onClose} />
      ) : (
        <WebhookForm
          onMade={(created) => {
            setMade(created);
            onMade();
          }}
        />
      )}
    </Dialog>
  );
}

const everyCounty = () => counties.map(({ fips }) => fips);

function WebhookForm({ onMade }: { onMade: (made: CreatedWebhook) => void }) {
  const [keys] = useState(() => new SubmissionKeys());
  const { form, errors, field, ...sent } = useSentForm({
    schema: webhookInput,
    defaultValues: { name: '', url: '', counties: [], kinds: [...wishKinds], least_level: 3 },
    besideFields: ['name', 'url', 'counties', 'kinds'],
    send: async (input) => {
      const { data } = await createWebhook(input, keys.headersFor(input));
      keys.renew();
      onMade(data);
    },
  });
  const [chosen, kinds, level] = form.watch(['counties', 'kinds', 'least_level']);
  const shouldValidate = form.formState.isSubmitted;
  return (
    <form noValidate aria-label="New webhook" className="flex flex-col gap-5 pb-2" onSubmit={sent.submit}>
      {sent.failure !== undefined && !sent.isBesideField && (
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
      <CountyChoice
        chosen={chosen}
        error={errors.counties?.message}
        onChange={(change) => form.setValue('counties', change(form.getValues('counties')), { shouldValidate })}
        shortcut={
          <Button tone="secondary" onClick={() => form.setValue('counties', everyCounty(), { shouldValidate })}>
            All {counties.length}
          </Button>
        }
      />
      <KindChoice
        chosen={kinds}
        error={errors.kinds?.message}
        onChange={(changed) => form.setValue('kinds', changed, { shouldValidate })}
      />
      <LevelChoice chosen={level} onChange={(changed) => form.setValue('least_level', changed)} />
      <Button type="submit" className="self-start" busyLabel={sent.isSubmitting && 'Adding…'}>
        Add webhook
      </Button>
    </form>
  );
}

function Secret({ made: { webhook, secret }, onKept }: { made: CreatedWebhook; onKept: () => void }) {
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
        <Button data-autofocus="" onClick={onKept}>
          I’ve saved it
        </Button>
      </div>
    </div>
  );
}
