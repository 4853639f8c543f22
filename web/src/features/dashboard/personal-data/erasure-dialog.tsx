import type { Erasure } from '@site/proto/submissions/v1/personal-data.answers';
import { erasureInput, personOf } from '@site/proto/submissions/v1/personal-data.schema';
import { useId } from 'react';
import { request } from '../../../api/api.js';
import { FailureBanner } from '../../../domain/session/failure-banner.js';
import * as strings from '../../../strings.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialogs/dialog.js';
import { TextField } from '../../../ui/forms/field.js';
import { useSentForm } from '../../../ui/forms/sent-form.js';

interface ErasureDialogProps {
  /** An email address, phone number or subscription link. */
  person: string;
  onErased: (erasure: Erasure) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** Requires the address again, because erasure can't be undone. */
export function ErasureDialog({ person, onErased, onClose, returnFocusTo }: ErasureDialogProps) {
  const formId = useId();
  const form = useSentForm({
    schema: erasureInput,
    defaultValues: { ...personOf(person), confirm: '' },
    besideFields: ['confirm'],
    send: async (input) => {
      const path = '/admin/main/personal-data/erase';
      onErased((await request<Erasure>(path, { method: 'POST', json: input })).data);
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!form.isSubmitting}
      title="Erase this person’s data?"
      description={
        <>
          <p>This can’t be undone. The data doesn’t go to the trash.</p>
          <p className="mt-1 font-semibold wrap-anywhere text-ink">{person}</p>
        </>
      }
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <Button tone="secondary" onClick={() => !form.isSubmitting && onClose()}>
            {strings.cancel}
          </Button>
          <Button tone="danger" type="submit" form={formId} busyLabel={form.isSubmitting && 'Erasing…'}>
            Erase permanently
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        {form.failure !== undefined && !form.isBesideField && (
          <FailureBanner error={form.failure} text="We couldn’t erase the data." />
        )}
        <TextField
          label="Type it again to confirm"
          autoComplete="off"
          aria-required
          data-autofocus=""
          {...form.field('confirm')}
        />
      </form>
    </Dialog>
  );
}
