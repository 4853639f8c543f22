import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState, type FormEvent } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import type { ZodType } from 'zod';
import { ApiError } from '../../api/api.js';

interface SentFormOptions<Entered extends FieldValues, Checked> {
  /** The rules, which the gateway shares. */
  schema: ZodType<Checked, Entered>;
  defaultValues: DefaultValues<Entered>;
  /** The call. */
  send: (checked: Checked) => Promise<unknown>;
  /** The fields that the server's words may stand beside. */
  besideFields?: Path<Entered>[] | undefined;
  /** It stays after a success, empty, to be sent again; otherwise a second click must find nothing to do. */
  isReusable?: boolean;
  /**
   * Called when it is not sent because something in it is wrong. Without it, the first such field gets the focus, and is
   * checked again with every key; with it, what was said of a field stands until the field is changed.
   */
  onRefused?: () => void;
}

/** A form that is checked by a schema of the contracts and sent by one call at a time. Only success loses what was typed. */
export function useSentForm<Entered extends FieldValues, Checked>(options: SentFormOptions<Entered, Checked>) {
  const { schema, defaultValues, send, besideFields = [], isReusable, onRefused } = options;
  const form = useForm<Entered, unknown, Checked>({
    resolver: zodResolver(schema),
    defaultValues,
    reValidateMode: onRefused ? 'onSubmit' : 'onChange',
    shouldFocusError: !onRefused,
  });
  const [failure, setFailure] = useState<unknown>();
  const underWay = useRef(false);
  const { errors, isSubmitting } = form.formState;

  async function sendOnce(checked: Checked) {
    if (underWay.current) return;
    underWay.current = true;
    setFailure(undefined);
    try {
      await send(checked);
      if (!isReusable) return;
      underWay.current = false;
      form.reset();
    } catch (error) {
      underWay.current = false;
      setFailure(error);
      if (!(error instanceof ApiError)) return;
      const said = besideFields.filter((field) => error.fieldErrors[field]);
      said.forEach((name, index) =>
        form.setError(name, { message: error.fieldErrors[name] ?? '' }, { shouldFocus: !onRefused && index === 0 }),
      );
    }
  }

  function refuse() {
    if (!onRefused) return;
    setFailure(undefined);
    onRefused();
  }

  return {
    form,
    errors,
    isSubmitting,
    submit: (event?: FormEvent) => void form.handleSubmit(sendOnce, refuse)(event),
    /** Why the last try failed. */
    failure,
    /** It is about a field, and what the server said stands there. */
    isBesideField: failure instanceof ApiError && besideFields.some((name) => failure.fieldErrors[name] !== undefined),
    /** What an input is given. */
    field: (name: Path<Entered>) => ({
      ...form.register(name, { onChange: () => onRefused && form.clearErrors(name) }),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
  };
}
