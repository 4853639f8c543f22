/** Forms that ask for a code or password as proof of identity. */
import { secondStepInput } from '@site/proto/auth/v1/second-factors.schema';
import { useEffect, useRef, type ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '@/ui/button.js';
import { CodeBoxes, useCodeBoxes } from '@/ui/forms/code-boxes.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import { FailureBanner } from '../session/failure-banner.js';

export const codeRule = secondStepInput.shape.code.unwrap();

/** Focuses a form's field when the form appears. */
export function useFirstFocus<Entered extends FieldValues, Checked>(
  { setFocus }: UseFormReturn<Entered, unknown, Checked>,
  name: Path<Entered>,
) {
  useEffect(() => setFocus(name), [setFocus, name]);
}

interface ProofFormProps {
  form: Pick<ReturnType<typeof useSentForm>, 'submit' | 'isSubmitting' | 'failure' | 'hasFieldError'>;
  submitLabel?: string;
  busyLabel?: string;
  buttonTakesFocus?: boolean;
  children?: ReactNode;
}

/** Errors appear beside the field if there is one. */
export function ProofForm(props: ProofFormProps) {
  const { form, submitLabel = 'Confirm', busyLabel = 'Confirming…', buttonTakesFocus, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (buttonTakesFocus) button.current?.focus();
  }, [buttonTakesFocus]);
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
      {form.failure !== undefined && !form.hasFieldError && <FailureBanner error={form.failure} />}
      {children}
      <Button
        ref={button}
        type="submit"
        className="w-full"
        data-autofocus={buttonTakesFocus ? '' : undefined}
        busyLabel={form.isSubmitting && busyLabel}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

export function CodeForm({ send }: { send: (proof: { code: string }) => Promise<unknown> }) {
  const form = useSentForm({
    schema: z.object({ code: codeRule }),
    defaultValues: { code: '' },
    inlineErrorFields: ['code'],
    send,
  });
  const { boxes } = useCodeBoxes(form.form, 'code');
  useFirstFocus(form.form, 'code');
  return (
    <ProofForm form={form}>
      <AppCode boxes={boxes} isSent={form.isSubmitting} takesFocus />
    </ProofForm>
  );
}

interface AppCodeProps {
  boxes: ReturnType<typeof useCodeBoxes>['boxes'];
  isSent: boolean;
  takesFocus?: boolean;
}

export function AppCode({ boxes, isSent, takesFocus }: AppCodeProps) {
  return (
    <CodeBoxes
      {...boxes}
      label="Six-digit code from your authenticator app"
      takesFocus={takesFocus}
      readOnly={isSent}
    />
  );
}
