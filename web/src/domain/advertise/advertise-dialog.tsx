import { advertiseFileTypes } from '@site/proto/submissions/v1/sponsors.schema';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../api/api.js';
import { strings } from '../../strings.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import type { OpenedDialogProps } from '../../ui/dialogs/dialog-button.js';
import { Dialog } from '../../ui/dialogs/dialog.js';
import { TextAreaField, TextField } from '../../ui/forms/field.js';
import { Honeypot, useFormCheck } from '../../ui/forms/form-check.js';
import { PicturePicker } from '../../ui/forms/picture-picker.js';
import { SubmissionKeys } from '../../ui/forms/submission-keys.js';
import { UploadProgress } from '../../ui/forms/upload-progress.js';
import { useToast } from '../../ui/toast.js';
import { checkRequest, emptyRequest, sendRequest, type RequestCheck, type RequestField } from './sponsor-request.js';

/** Asks to become a sponsor. What was entered is lost by closing, as the specification has it, and by success. */
export function AdvertiseDialog({ onClose, opener }: OpenedDialogProps) {
  const [values, setValues] = useState(emptyRequest);
  const [touched, setTouched] = useState<ReadonlySet<RequestField>>(new Set());
  const [refused, setRefused] = useState<RequestCheck['errors']>({});
  const [progress, setProgress] = useState<number>();
  const [failed, setFailed] = useState(false);
  const [keys] = useState(() => new SubmissionKeys());
  const [givenUp] = useState(() => new AbortController());
  const { trap, headers } = useFormCheck();
  const showToast = useToast();
  const failure = useRef<HTMLDivElement>(null);
  const formId = useId();
  const neededId = useId();

  const check = checkRequest(values);
  const submitting = progress !== undefined;
  const incomplete = check.needed.length > 0;

  useEffect(() => {
    if (!failed) return;
    failure.current?.focus({ preventScroll: true });
    // The form is taller than the dialog.
    failure.current?.scrollIntoView({ block: 'nearest' });
  }, [failed]);

  function change<Field extends RequestField>(field: Field, value: (typeof values)[Field]) {
    setValues((entered) => ({ ...entered, [field]: value }));
    setRefused((errors) => ({ ...errors, [field]: undefined }));
  }

  function close() {
    givenUp.abort();
    onClose();
  }

  async function send() {
    setFailed(false);
    setProgress(0);
    try {
      const options = { headers: { ...keys.headersFor(values), ...headers() }, onProgress: setProgress };
      const { action } = await sendRequest(values, { ...options, signal: givenUp.signal });
      showToast(action || strings.sponsorRequestCreated);
      onClose();
    } catch (error) {
      if (givenUp.signal.aborted) return;
      if (error instanceof ApiError) setRefused(error.fieldErrors);
      setFailed(true);
      setProgress(undefined);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (submitting || incomplete) return;
    void send();
  }

  const text = (field: Exclude<RequestField, 'advertise_file'>) => ({
    value: values[field],
    error: refused[field] ?? (touched.has(field) ? check.errors[field] : undefined),
    required: field !== 'url',
    disabled: submitting,
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
    onBlur: () => setTouched((fields) => new Set(fields).add(field)),
  });

  return (
    <Dialog
      open
      onClose={close}
      // While the request is on its way only Cancel ends it: a stray click must not.
      dismissible={!submitting}
      returnFocusTo={opener}
      title={strings.becomeOurSponsor}
      description={
        <>
          <strong className="text-ink">{strings.interestedInSponsoring}</strong> Tell us who you are, and we write back.
          Nothing is shown before we have agreed on it.
        </>
      }
      footer={
        <>
          {submitting && (
            <div className="basis-full">
              <UploadProgress share={progress} />
            </div>
          )}
          <p id={neededId} className="basis-full text-sm text-ink-soft empty:hidden">
            {incomplete && `Still needed: ${check.needed.join(', ')}.`}
          </p>
          <Button tone="secondary" onClick={close}>
            {strings.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            aria-disabled={incomplete || undefined}
            aria-describedby={incomplete ? neededId : undefined}
            disabled={submitting}
          >
            {submitting ? strings.submitting : strings.submit}
          </Button>
        </>
      }
    >
      {failed && (
        <div ref={failure} tabIndex={-1} className="mb-5 scroll-mt-4">
          <Banner tone="error">{strings.anErrorOccurred}</Banner>
        </div>
      )}
      {/* The browser's own bubbles would say the same a second time. */}
      <form
        id={formId}
        noValidate
        aria-label={strings.becomeOurSponsor}
        onSubmit={submit}
        className="flex flex-col gap-5 pb-1"
      >
        <TextField
          label={strings.name}
          hint="Only for us. It is never shown."
          autoComplete="name"
          data-autofocus=""
          {...text('name')}
        />
        <TextField
          label={strings.email}
          type="email"
          autoComplete="email"
          hint="Only for our answer. It is never shown."
          {...text('email')}
        />
        <TextField
          label={strings.phoneNumber}
          type="tel"
          autoComplete="tel"
          hint="Shown to everyone beside your logo once you are a sponsor. Digits only, like +15015550123."
          {...text('phone_number')}
        />
        <TextField label={strings.companyName} autoComplete="organization" {...text('company_name')} />
        <TextField
          label={strings.websiteUrl}
          type="url"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          hint="Optional. Your logo leads there."
          {...text('url')}
        />
        <PicturePicker
          label={strings.companyLogo}
          hint="JPEG, PNG or GIF up to 10 MB, or SVG up to 512 KB."
          noun="logo"
          accept={advertiseFileTypes.join(',')}
          file={values.advertise_file}
          error={refused.advertise_file ?? check.errors.advertise_file}
          disabled={submitting}
          onChange={(file) => change('advertise_file', file)}
        />
        <TextAreaField label={strings.message} hint="Only for us. It is never shown." {...text('message')} />
        <Honeypot trap={trap} />
      </form>
    </Dialog>
  );
}
