import { canonicalLine } from '@site/domain/canonical-text';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useWatch } from 'react-hook-form';
import type { ZodType } from 'zod';
import type { Answer } from '../../api/api.js';
import type { SendCall } from '../../api/send-form.js';
import { focusFault } from './focus-fault.js';
import { useFormCheck } from './form-check.js';
import { useSentForm } from './sent-form.js';
import { SubmissionKeys } from './submission-keys.js';

/** Words that complete "Still needed: …", for a field that is empty and for one that is wrong. */
type Needs<Entered> = { [Field in keyof Entered]: { empty: string; wrong: string } };

interface PublicFormOptions<Entered extends FieldValues, Checked> {
  schema: ZodType<Checked, Entered>;
  defaultValues: Entered;
  send: (checked: Checked, call: SendCall) => Promise<Answer<unknown>>;
  /** The fields that the server's words may stand beside. */
  besideFields?: Path<Entered>[];
  /** Given where the form says from the start what it still needs, instead of refusing to be sent. */
  needs?: Needs<Entered>;
  onSent?: (answer: Answer<unknown>) => void;
}

/**
 * A form that anybody may send, time and again: what is sent twice is stored once, programs are told from people, the
 * progress of an upload is known, and the focus goes to what is said above the form.
 */
export function usePublicForm<Entered extends FieldValues, Checked>(options: PublicFormOptions<Entered, Checked>) {
  const { schema, defaultValues, send, needs, onSent, besideFields } = options;
  const [keys] = useState(() => new SubmissionKeys());
  const [givenUp] = useState(() => new AbortController());
  const [progress, setProgress] = useState<number>();
  const [said, setSaid] = useState<string>();
  /** The fields that were left and are no inputs of the form's own, and the form whose button was pressed too early. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [pressed, setPressed] = useState<{ form: EventTarget | null }>();
  const { trap, headers } = useFormCheck();
  const top = useRef<HTMLDivElement>(null);
  const neededId = useId();

  const sent = useSentForm<Entered, Checked>({
    schema,
    defaultValues: defaultValues as DefaultValues<Entered>,
    besideFields,
    isReusable: true,
    onRefused: () => {
      setSaid(undefined);
      bringIntoView(top.current);
    },
    send: async (checked) => {
      setSaid(undefined);
      setProgress(0);
      try {
        const call = { headers: { ...keys.headersFor(checked as object), ...headers() }, onProgress: setProgress };
        const answer = await send(checked, { ...call, signal: givenUp.signal });
        keys.renew();
        setLeft(new Set());
        setPressed(undefined);
        setSaid(answer.action);
        onSent?.(answer);
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
  /** What is missing from a field, or wrong with it, in words; only once somebody has been there. */
  const faultOf = (name: Path<Entered>) => (wasLeft(name) ? issueOf(name)?.message : undefined);
  const isSending = progress !== undefined;
  const isIncomplete = needed.length > 0;

  useEffect(() => {
    // Whoever pressed the button is taken to the first field that is missing something.
    if (pressed?.form instanceof HTMLElement) focusFault(pressed.form);
  }, [pressed]);

  return {
    ...sent,
    values,
    /** What the server said to the form that was sent last. */
    said,
    isSending,
    progress: progress ?? 0,
    /** Goes to what stands above the form. */
    top,
    trap,
    /** Takes back what is on its way. */
    giveUp: () => givenUp.abort(),
    isIncomplete,
    neededText: isIncomplete && `Still needed: ${needed.join(', ')}.`,
    neededId,
    /** What the button is given: it can be reached while something is needed, and says what. */
    submitButton: {
      type: 'submit',
      disabled: isSending,
      'aria-disabled': isIncomplete || undefined,
      'aria-describedby': isIncomplete ? neededId : undefined,
    } as const,
    submit: (event?: FormEvent) => {
      event?.preventDefault();
      if (isIncomplete) setPressed({ form: event?.currentTarget ?? null });
      else sent.submit(event);
    },
    /** What an input for text is given, or a box to tick. */
    text: (name: Path<Entered>) => {
      const { error, ...input } = field(name);
      return { ...input, error: error ?? faultOf(name), required: true, disabled: isSending };
    },
    /** What the picker of a picture is given. */
    picture: (name: Path<Entered>) => ({
      file: values[name] as File | null,
      error: field(name).error ?? (isEmpty(values[name]) ? faultOf(name) : issueOf(name)?.message),
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
 * Gives an element the focus and shows it. The scrolling waits until what has just been put into the page is laid out: only
 * then has the browser corrected the scroll position for it, which would undo an earlier scrolling in part.
 */
function bringIntoView(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  requestAnimationFrame(() => requestAnimationFrame(() => element?.scrollIntoView({ block: 'start' })));
}
