import { photoFormats, photoTypes } from '@site/domain/images/image-limits';
import { snapshotFileField, snapshotInput } from '@site/proto/submissions/v1/snapshots.schema';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { ApiError } from '@/api/api.js';
import { sendForm } from '@/api/send-form.js';
import * as strings from '@/strings/public-strings.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { CheckboxField, TextAreaField, TextField } from '@/ui/forms/form-fields.js';
import { Honeypot } from '@/ui/forms/form-check.js';
import { imageField } from '@/ui/forms/image-field.js';
import { ImagePicker } from '@/ui/forms/image-picker.js';
import { usePublicForm } from '@/ui/forms/public-form.js';
import { UploadProgress } from '@/ui/forms/upload-progress.js';
import { useTakenOver } from '@/ui/hydration.js';

const schema = snapshotInput.extend({
  [snapshotFileField]: imageField,
  agreed: z.boolean().refine(Boolean, 'Please agree so that we can show your photo'),
});

/** Photo submission form. */
export function SnapshotForm() {
  const isTakenOver = useTakenOver();
  const { top, trap, ...form } = usePublicForm({
    schema,
    defaultValues: {
      first_name: '',
      last_name: '',
      email: '',
      location: '',
      comment: '',
      [snapshotFileField]: null,
      agreed: false,
    },
    inlineErrorFields: ['first_name', 'last_name', 'email', 'location', 'comment', snapshotFileField],
    needs: {
      first_name: { empty: 'your first name', wrong: 'your first name' },
      last_name: { empty: 'your last name', wrong: 'your last name' },
      email: { empty: 'your email address', wrong: 'a valid email address' },
      location: { empty: 'the location of the photo', wrong: 'the location of the photo' },
      comment: { empty: 'a shorter comment', wrong: 'a shorter comment' },
      [snapshotFileField]: { empty: 'a photo', wrong: 'another photo' },
      agreed: { empty: 'your agreement', wrong: 'your agreement' },
    },
    send: ({ agreed: _agreed, ...fields }, call) => sendForm('/main/snapshot/create', fields, call),
  });
  const { failure, isSending } = form;
  const apiError = failure instanceof ApiError ? failure : undefined;
  // When the input isn't at fault, the user may retry with the same input.
  const canRepeat = failure !== undefined && (apiError?.isTemporary ?? true) && !form.isIncomplete;
  return (
    <div ref={top} tabIndex={-1} className="card p-5 md:p-8">
      {(form.serverMessage !== undefined || failure !== undefined) && (
        <div className="mb-6 flex flex-wrap items-center gap-3">
          <Banner tone={failure === undefined ? 'success' : 'error'} className="flex-[1_1_16rem]">
            {failure === undefined
              ? form.serverMessage || 'Snapshot Created Successfully'
              : (apiError?.message ?? strings.somethingWentWrong)}
          </Banner>
          {canRepeat && (
            <Button tone="secondary" onClick={() => form.submit()}>
              Send it again
            </Button>
          )}
        </div>
      )}
      <form
        // The browser's own messages would repeat ours.
        noValidate={isTakenOver}
        aria-label="Send your photo"
        // Without scripts; the gateway then answers with a page.
        method="post"
        action="/main/snapshot/create"
        encType="multipart/form-data"
        onSubmit={form.submit}
        className="flex flex-col gap-5"
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...form.text('first_name')} />
          <TextField label="Last name" autoComplete="family-name" {...form.text('last_name')} />
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          hint="Only for questions about your photo. We never show it."
          {...form.text('email')}
        />
        <TextField label="Location" hint="Town or county where you took the photo." {...form.text('location')} />
        <TextAreaField
          label="Comments"
          hint="Optional. What does the photo show, and when?"
          {...form.text('comment')}
          required={false}
        />
        <ImagePicker
          label="Photo"
          hint={
            <>
              {photoFormats}. <span className="needs-script">Your browser shrinks large photos before sending. </span>
              We remove the location that your phone stores in the file.
            </>
          }
          noun="photo"
          name={snapshotFileField}
          types={photoTypes}
          {...form.image(snapshotFileField)}
        />
        <CheckboxField
          {...form.text('agreed')}
          // Without scripts, the browser requires it, but doesn't send it.
          name={isTakenOver ? 'agreed' : undefined}
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
          {isSending && <UploadProgress share={form.progress} />}
          <Button {...form.submitButton} className="self-start">
            {isSending ? strings.submitting : 'Submit photo'}
          </Button>
          {/* Rendered before it has text, so that screen readers announce changes. */}
          <p id={form.neededId} aria-live="polite" className="needs-script text-sm text-ink-soft">
            {form.neededText}
          </p>
        </div>
      </form>
    </div>
  );
}
