/** Form state with validation, one request at a time, and errors at their fields. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState, type FormEvent } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import type { ZodType } from 'zod';
import { ApiError } from '@/api/api.js';
import { whenReleased } from './pointer-press.js';

interface SentFormOptions<Entered extends FieldValues, Checked> {
  schema: ZodType<Checked, Entered>;
  defaultValues: DefaultValues<Entered>;
  send: (checked: Checked) => Promise<unknown>;
  /** Fields beside which the server's errors may appear. */
  inlineErrorFields?: Path<Entered>[] | undefined;
  /** The form is cleared after a success and may be sent again; otherwise a second click does nothing. */
  isReusable?: boolean;
  /**
   * Without it, the first invalid field gets focus and is revalidated on every keystroke; with it, a field's error
   * stays until the field changes.
   */
  onInvalid?: () => void;
}

/** Sends one request at a time. Input is discarded only on success. */
export function useSentForm<Entered extends FieldValues, Checked>(options: SentFormOptions<Entered, Checked>) {
  const { schema, defaultValues, send, inlineErrorFields = [], isReusable, onInvalid } = options;
  const form = useForm<Entered, unknown, Checked>({
    resolver: zodResolver(schema),
    defaultValues,
    reValidateMode: onInvalid ? 'onSubmit' : 'onChange',
    shouldFocusError: !onInvalid,
  });
  const [failure, setFailure] = useState<unknown>();
  const underWay = useRef(false);
  const { errors, isSubmitting } = form.formState;

  async function sendOnce(checked: Checked) {
    if (underWay.current) return;
    underWay.current = true;
    setFailure(undefined);
    try {
      await send(checked).finally(whenReleased);
      if (!isReusable) return;
      underWay.current = false;
      form.reset();
    } catch (error) {
      underWay.current = false;
      setFailure(error);
      if (!(error instanceof ApiError)) return;
      const rejectedFields = inlineErrorFields.filter((field) => error.fieldErrors[field]);
      rejectedFields.forEach((name, index) =>
        form.setError(name, { message: error.fieldErrors[name] ?? '' }, { shouldFocus: !onInvalid && index === 0 }),
      );
    }
  }

  function handleInvalid() {
    if (!onInvalid) return;
    setFailure(undefined);
    onInvalid();
  }

  return {
    form,
    errors,
    isSubmitting,
    submit: (event?: FormEvent) => void form.handleSubmit(sendOnce, handleInvalid)(event),
    failure,
    /** The error is shown beside its field. */
    hasFieldError:
      failure instanceof ApiError && inlineErrorFields.some((name) => failure.fieldErrors[name] !== undefined),
    field: (name: Path<Entered>) => ({
      ...form.register(name, { onChange: () => onInvalid && form.clearErrors(name) }),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
  };
}
