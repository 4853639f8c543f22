import { canonicalLine } from '@site/domain/canonical-text';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useWatch } from 'react-hook-form';
import type { ZodType } from 'zod';
import type { ApiResponse } from '@/api/api.js';
import type { SendCall } from '@/api/send-form.js';
import { useTakenOver } from '../hydration.js';
import { focusFirstError } from './focus-error.js';
import { useFormCheck } from './form-check.js';
import { whenReleased } from './pointer-press.js';
import { useSentForm } from './use-form-submission.js';
import { SubmissionKeys } from './submission-keys.js';

/** Ends of "Still needed: …". */
type Needs<Entered> = { [Field in keyof Entered]: { empty: string; wrong: string } };

interface PublicFormOptions<Entered extends FieldValues, Checked> {
  schema: ZodType<Checked, Entered>;
  defaultValues: Entered;
  send: (checked: Checked, call: SendCall) => Promise<ApiResponse<unknown>>;
  /** Fields beside which the server's errors may appear. */
  inlineErrorFields?: Path<Entered>[];
  /** Lists what is missing from the start instead of rejecting the submission. */
  needs?: Needs<Entered>;
  onSent?: (response: ApiResponse<unknown>) => void;
}

/** Duplicate submissions are stored once, bots are detected, and focus moves to the message above the form. */
export function usePublicForm<Entered extends FieldValues, Checked>(options: PublicFormOptions<Entered, Checked>) {
  const { schema, defaultValues, send, needs, onSent, inlineErrorFields } = options;
  const [keys] = useState(() => new SubmissionKeys());
  const [abortController] = useState(() => new AbortController());
  const [progress, setProgress] = useState<number>();
  const [serverMessage, setServerMessage] = useState<string>();
  /** Fields that were left but aren't native inputs, and the form whose button was pressed too early. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [pressed, setPressed] = useState<{ form: EventTarget | null }>();
  const { trap, headers } = useFormCheck();
  const top = useRef<HTMLDivElement>(null);
  const neededId = useId();

  const sent = useSentForm<Entered, Checked>({
    schema,
    defaultValues: defaultValues as DefaultValues<Entered>,
    inlineErrorFields,
    isReusable: true,
    onInvalid: () => {
      setServerMessage(undefined);
      bringIntoView(top.current);
    },
    send: async (checked) => {
      setServerMessage(undefined);
      setProgress(0);
      try {
        const call = { headers: { ...keys.headersFor(checked as object), ...headers() }, onProgress: setProgress };
        const response = await send(checked, { ...call, signal: abortController.signal }).finally(whenReleased);
        keys.renew();
        setLeft(new Set());
        setPressed(undefined);
        setServerMessage(response.action);
        onSent?.(response);
      } finally {
        setProgress(undefined);
        bringIntoView(top.current);
      }
    },
  });
  const { form, field } = sent;
  const { touchedFields } = form.formState;

  const values = useWatch({ control: form.control }) as Entered;
  const issues = needs ? (schema.safeParse(values).error?.issues ?? []) : [];
  const issueOf = (name: keyof Entered) => issues.find(({ path }) => path[0] === name);
  const fields = Object.keys(needs ?? {}) as (keyof Entered)[];
  const needed = fields.filter(issueOf).map((name) => needs?.[name][isEmpty(values[name]) ? 'empty' : 'wrong']);
  const wasLeft = (name: Path<Entered>) =>
    pressed !== undefined || left.has(name) || Boolean((touchedFields as Record<string, unknown>)[name]);
  /** Returns an error once the user has left the field. */
  const getFieldError = (name: Path<Entered>) => (wasLeft(name) ? issueOf(name)?.message : undefined);
  const isSending = progress !== undefined;
  const isIncomplete = needed.length > 0;
  // Without scripts, the browser says what is missing.
  const isBlocked = useTakenOver() && isIncomplete;

  useEffect(() => {
    // Pressing the button moves focus to the first incomplete field.
    if (pressed?.form instanceof HTMLElement) focusFirstError(pressed.form);
  }, [pressed]);

  return {
    ...sent,
    values,
    serverMessage,
    isSending,
    progress: progress ?? 0,
    top,
    trap,
    giveUp: () => abortController.abort(),
    isIncomplete,
    neededText: isIncomplete && `Still needed: ${needed.join(', ')}.`,
    neededId,
    /** The button stays focusable while something is missing, and says what. */
    submitButton: {
      type: 'submit',
      disabled: isSending,
      'aria-disabled': isBlocked || undefined,
      'aria-describedby': isBlocked ? neededId : undefined,
    } as const,
    submit: (event?: FormEvent) => {
      event?.preventDefault();
      if (isIncomplete) setPressed({ form: event?.currentTarget ?? null });
      else sent.submit(event);
    },
    text: (name: Path<Entered>) => {
      const { error, ...input } = field(name);
      return { ...input, error: error ?? getFieldError(name), required: true, disabled: isSending };
    },
    image: (name: Path<Entered>) => ({
      file: values[name] as File | null,
      error: field(name).error ?? (isEmpty(values[name]) ? getFieldError(name) : issueOf(name)?.message),
      disabled: isSending,
      onBlur: () => setLeft((others) => new Set([...others, name])),
      onChange: (file: File | null) => {
        form.setValue(name, file as Entered[typeof name]);
        form.clearErrors(name);
      },
    }),
  };
}

const isEmpty = (value: unknown) =>
  value === null || value === false || (typeof value === 'string' && canonicalLine(value) === '');

/**
 * Focuses an element and scrolls to it after the layout of new content: the browser's adjustment for that content would
 * partly undo earlier scrolling.
 */
function bringIntoView(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  requestAnimationFrame(() => requestAnimationFrame(() => element?.scrollIntoView({ block: 'start' })));
}
