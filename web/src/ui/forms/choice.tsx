import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError } from './form-fields.js';

interface OptionGroupProps {
  legend: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** Can take the focus when an answer is missing. */
export function OptionGroup({ legend, hint, error, children }: OptionGroupProps) {
  const id = useId();
  return (
    <fieldset
      tabIndex={-1}
      data-faulty={error ? '' : undefined}
      aria-describedby={`${id}-error`}
      className="min-w-0 border-t border-line pt-5"
    >
      <legend className="float-left mb-1 w-full text-base font-semibold">{legend}</legend>
      <div className="clear-both">
        {hint && <p className="mb-2 text-sm text-ink-soft">{hint}</p>}
        {children}
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </fieldset>
  );
}

type OptionFieldProps = Omit<ComponentProps<'input'>, 'className' | 'id'> & {
  type: 'checkbox' | 'radio';
  label: string;
  text?: ReactNode;
};

export function OptionField({ label, text, ...input }: OptionFieldProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-start gap-3 py-2">
      <input
        {...input}
        id={id}
        aria-describedby={text ? `${id}-text` : undefined}
        className="mt-0.5 size-5 shrink-0 tick"
      />
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {text && (
          <p id={`${id}-text`} className="text-sm text-ink-soft">
            {text}
          </p>
        )}
      </div>
    </div>
  );
}
