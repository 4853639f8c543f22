import { useId, useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../../../api/api.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { CheckboxField, TextAreaField, TextField } from '../../../ui/forms/field.js';
import { bringIntoView } from '../../../ui/forms/bring-into-view.js';
import { Honeypot, useFormCheck } from '../../../ui/forms/form-check.js';
import { PicturePicker } from '../../../ui/forms/picture-picker.js';
import { SubmissionKeys } from '../../../ui/forms/submission-keys.js';
import { UploadProgress } from '../../../ui/forms/upload-progress.js';
import { strings } from '../../../strings.js';
import {
  checkForm,
  emptyForm,
  submitSnapshot,
  toFormErrors,
  type FormCheck,
  type SnapshotFormValues,
} from './snapshot-submission.js';

interface Outcome {
  tone: 'success' | 'error';
  text: string;
  /** Nothing is wrong with what was entered: the same may be sent again as it is. */
  canRepeat?: boolean;
}

/** Sends a photo for review. What was typed is lost only by success. */
export function SnapshotForm() {
  const [values, setValues] = useState(emptyForm);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FormCheck['errors']>({});
  const [progress, setProgress] = useState<number>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [keys] = useState(() => new SubmissionKeys());
  const { trap, headers } = useFormCheck();
  const top = useRef<HTMLDivElement>(null);
  const neededId = useId();

  const check = checkForm(values);
  const submitting = progress !== undefined;
  const errorOf = (field: keyof FormCheck['errors']) =>
    refused[field] ?? (touched.has(field) ? check.errors[field] : undefined);

  function change<Field extends keyof SnapshotFormValues>(field: Field, value: SnapshotFormValues[Field]) {
    setValues((entered) => ({ ...entered, [field]: value }));
    setRefused(({ ...errors }) => {
      delete errors[field as keyof FormCheck['errors']];
      return errors;
    });
  }

  async function send() {
    setOutcome(undefined);
    setProgress(0);
    try {
      const answer = await submitSnapshot(values, { ...keys.headersFor(values), ...headers() }, setProgress);
      keys.renew();
      setValues(emptyForm);
      setTouched(new Set());
      setRefused({});
      setOutcome({ tone: 'success', text: answer.action || strings.snapshotCreated });
    } catch (error) {
      if (error instanceof ApiError) setRefused(toFormErrors(error.fieldErrors));
      const known = error instanceof ApiError ? error : undefined;
      setOutcome({
        tone: 'error',
        text: known?.message ?? strings.somethingWentWrong,
        canRepeat: known?.isTemporary ?? true,
      });
    } finally {
      setProgress(undefined);
      // The form is taller than a screen: focusing it alone would leave the banner out of sight.
      bringIntoView(top.current);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (submitting || check.needed.length > 0) return;
    void send();
  }

  const text = (field: 'firstName' | 'lastName' | 'email' | 'location') => ({
    value: values[field],
    error: errorOf(field),
    required: true,
    disabled: submitting,
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
    onBlur: () => setTouched((fields) => new Set(fields).add(field)),
  });

  return (
    <div ref={top} tabIndex={-1} className="card p-5 md:p-8">
      {outcome && (
        <div className="mb-6 flex flex-wrap items-center gap-3">
          <Banner tone={outcome.tone} className="flex-[1_1_16rem]">
            {outcome.text}
          </Banner>
          {outcome.canRepeat && check.needed.length === 0 && (
            <Button tone="secondary" onClick={() => void send()}>
              Send it again
            </Button>
          )}
        </div>
      )}
      {/* The browser's own bubbles would say the same a second time. */}
      <form noValidate aria-label="Send your photo" onSubmit={submit} className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...text('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...text('lastName')} />
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          hint="Only for questions about your photo. It is never shown."
          {...text('email')}
        />
        <TextField label="Location" hint="Town or county where you took it." {...text('location')} />
        <TextAreaField
          label="Comments"
          hint="Optional. What does the photo show, and when?"
          value={values.comments}
          error={errorOf('comments')}
          disabled={submitting}
          onChange={(event) => change('comments', event.target.value)}
          onBlur={() => setTouched((fields) => new Set(fields).add('comments'))}
        />
        <PicturePicker
          label="Photo"
          hint="JPEG, PNG, GIF or WebP, up to 10 MB. The place stored in the file by your phone is removed."
          noun="photo"
          accept="image/*"
          file={values.file}
          error={refused.file ?? check.errors.file}
          disabled={submitting}
          onChange={(file) => change('file', file)}
        />
        <CheckboxField
          required
          disabled={submitting}
          checked={values.agreeTnC}
          onChange={(event) => change('agreeTnC', event.target.checked)}
          label={
            <>
              I took this photo myself. {strings.siteName} may show it with my name and its location, and I agree to the{' '}
              <Link className="text-link" to="/terms">
                {strings.termsOfUse}
              </Link>
              .
            </>
          }
        />
        <Honeypot trap={trap} />
        <div className="flex flex-col gap-3">
          {submitting && <UploadProgress share={progress} />}
          <Button
            type="submit"
            className="self-start"
            aria-disabled={check.needed.length > 0 || undefined}
            aria-describedby={check.needed.length > 0 ? neededId : undefined}
            disabled={submitting}
          >
            {submitting ? strings.submitting : 'Submit photo'}
          </Button>
          <p id={neededId} className="text-sm text-ink-soft">
            {check.needed.length > 0 && `Still needed: ${check.needed.join(', ')}.`}
          </p>
        </div>
      </form>
    </div>
  );
}
