/** Dialog with the form by which a company asks to become a sponsor. */
import {
  advertiseFileField,
  advertiseFileTypes,
  sponsorRequestInput,
} from '@site/proto/submissions/v1/sponsors.schema';
import { useId } from 'react';
import { sendForm } from '@/api/send-form.js';
import * as strings from '@/strings/public-strings.js';
import { webAddressAsTyped } from './as-typed.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import type { OpenedDialogProps } from '@/ui/dialogs/dialog-button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { TextAreaField, TextField } from '@/ui/forms/form-fields.js';
import { Honeypot } from '@/ui/forms/form-check.js';
import { imageField } from '@/ui/forms/image-field.js';
import { ImagePicker } from '@/ui/forms/image-picker.js';
import { usePublicForm } from '@/ui/forms/public-form.js';
import { UploadProgress } from '@/ui/forms/upload-progress.js';
import { useToast } from '@/ui/toast.js';

const schema = sponsorRequestInput.extend({
  url: webAddressAsTyped,
  [advertiseFileField]: imageField,
});

/** Discards the input when closed or sent, as specified. */
export function AdvertiseDialog({ onClose, opener }: OpenedDialogProps) {
  const showToast = useToast();
  const formId = useId();
  const { top, trap, ...form } = usePublicForm({
    schema,
    // In the order of the request body's fields.
    defaultValues: {
      name: '',
      email: '',
      phone_number: '',
      company_name: '',
      message: '',
      url: '',
      [advertiseFileField]: null,
    },
    inlineErrorFields: ['name', 'email', 'phone_number', 'company_name', 'url', advertiseFileField, 'message'],
    needs: {
      name: { empty: 'your name', wrong: 'a shorter name' },
      email: { empty: 'your email address', wrong: 'a valid email address' },
      phone_number: { empty: 'your phone number', wrong: 'a phone number of 10 to 15 digits' },
      company_name: { empty: 'the name of your company', wrong: 'a shorter company name' },
      url: { empty: 'a web address', wrong: 'a valid web address, or none' },
      message: { empty: 'a message', wrong: 'a shorter message' },
      [advertiseFileField]: { empty: 'your company’s logo', wrong: 'another logo' },
    },
    send: (fields, call) => sendForm('/main/advertise/with/us', fields, call),
    onSent: ({ action }) => {
      showToast(action || 'Your sponsor request has been created successfully!');
      onClose();
    },
  });
  const { isSending } = form;

  function close() {
    form.giveUp();
    onClose();
  }

  return (
    <Dialog
      open
      onClose={close}
      // Only Cancel aborts a request in flight, so a stray click can't.
      dismissible={!isSending}
      returnFocusTo={opener}
      title={strings.becomeOurSponsor}
      description={
        <>
          <strong className="text-ink">Interested in Sponsoring?</strong> Tell us who you are, and we'll get back to
          you. We won't show anything until you've agreed to it.
        </>
      }
      footer={
        <>
          {isSending && (
            <div className="basis-full">
              <UploadProgress share={form.progress} />
            </div>
          )}
          {/* Rendered while empty so that screen readers announce its text. */}
          <p id={form.neededId} aria-live="polite" className="basis-full text-sm text-ink-soft empty:hidden">
            {form.neededText}
          </p>
          <Button tone="secondary" onClick={close}>
            {strings.cancel}
          </Button>
          <Button {...form.submitButton} form={formId}>
            {isSending ? strings.submitting : strings.submit}
          </Button>
        </>
      }
    >
      <div ref={top} tabIndex={-1} className="scroll-mt-4 [&:not(:empty)]:mb-5">
        {form.failure !== undefined && <Banner tone="error">An error occurred. Please try again later.</Banner>}
      </div>
      {/* The browser's validation would add a second message. */}
      <form
        id={formId}
        noValidate
        aria-label={strings.becomeOurSponsor}
        onSubmit={form.submit}
        className="flex flex-col gap-5 pb-1"
      >
        <TextField
          label={strings.name}
          hint="For our use only. Never shown."
          autoComplete="name"
          data-autofocus=""
          {...form.text('name')}
        />
        <TextField
          label={strings.email}
          type="email"
          autoComplete="email"
          hint="Only for our reply. Never shown."
          {...form.text('email')}
        />
        <TextField
          label={strings.phoneNumber}
          type="tel"
          autoComplete="tel"
          hint="Shown to everyone beside your logo once you're a sponsor, like (501) 555-0123."
          {...form.text('phone_number')}
        />
        <TextField label={strings.companyName} autoComplete="organization" {...form.text('company_name')} />
        <TextField
          label={strings.websiteUrl}
          type="url"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          hint="Optional. Your logo links to it."
          {...form.text('url')}
          required={false}
        />
        <ImagePicker
          label={strings.companyLogo}
          hint="JPEG, PNG or GIF up to 10 MB, or SVG up to 512 KB."
          noun="logo"
          types={advertiseFileTypes}
          {...form.image(advertiseFileField)}
        />
        <TextAreaField label={strings.message} hint="For our use only. Never shown." {...form.text('message')} />
        <Honeypot trap={trap} />
      </form>
    </Dialog>
  );
}
