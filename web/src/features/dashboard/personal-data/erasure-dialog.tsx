/** The dialog that erases personal data. */
import { post } from '@/api/admin.js';
import { FailureBanner } from '@/components/session/failure-banner.js';
import * as strings from '@/strings/public-strings.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import type { Erasure } from '@site/proto/submissions/v1/personal-data.responses';
import { erasureInput, parseContact } from '@site/proto/submissions/v1/personal-data.schema';
import { useId } from 'react';

interface ErasureDialogProps {
  /** An email address, phone number or subscription link. */
  person: string;
  onErased: (erasure: Erasure) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}
/** Requires the address again: erasure can't be undone. */
export function ErasureDialog({ person, onErased, onClose, returnFocusTo }: ErasureDialogProps) {
  const formId = useId();
  const form = useSentForm({
    schema: erasureInput,
    defaultValues: { ...parseContact(person), confirm: '' },
    inlineErrorFields: ['confirm'],
    send: async (input) => onErased((await post<Erasure>('/admin/main/personal-data/erase', input)).data),
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
        {form.failure !== undefined && !form.hasFieldError && (
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
