import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { inputLook } from './input-look.js';

interface FieldFrame {
  label: string;
  /** Help under the label, before the person types. */
  hint?: ReactNode;
  /** What is wrong, in words. */
  error?: string | undefined;
  required?: boolean;
  className?: string;
}

function describedBy(...ids: (string | false | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined;
}

interface FrameProps extends FieldFrame {
  id: string;
  children: ReactNode;
}

function Frame({ id, label, hint, error, required, className, children }: FrameProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className={classNames('block font-semibold', required && 'required-mark')}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <div className="mt-1.5">{children}</div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** What is wrong with a field, in words. It is there before it says anything, so that screen readers hear it. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className={classNames('text-sm text-danger', children && 'mt-1.5 font-medium')}>
      {children}
    </p>
  );
}

type InputProps = Omit<ComponentProps<'input'>, 'className'> & FieldFrame & { trailing?: ReactNode };

/** A one-line input with its label, its help and its error. `trailing` sits inside the box, for instance a show/hide button. */
export function TextField({ label, hint, error, className, trailing, id: givenId, ...input }: InputProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <Frame id={id} label={label} hint={hint} error={error} required={input.required} className={className}>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(input['aria-describedby'], hint ? `${id}-hint` : false, `${id}-error`)}
          className={classNames(inputLook, 'h-12', Boolean(trailing) && 'pr-14')}
        />
        {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
      </div>
    </Frame>
  );
}

type AreaProps = Omit<ComponentProps<'textarea'>, 'className'> & FieldFrame;

/** A box for longer text. */
export function TextAreaField({ label, hint, error, className, id: givenId, rows = 4, ...area }: AreaProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <Frame id={id} label={label} hint={hint} error={error} required={area.required} className={className}>
      <textarea
        {...area}
        id={id}
        rows={rows}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(area['aria-describedby'], hint ? `${id}-hint` : false, `${id}-error`)}
        className={classNames(inputLook, 'py-3')}
      />
    </Frame>
  );
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type'> & {
  label: ReactNode;
  error?: string | undefined;
  className?: string;
};

/** A checkbox whose whole sentence can be clicked. */
export function CheckboxField({ label, error, className, id: givenId, ...input }: CheckboxProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={className}>
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(input['aria-describedby'], `${id}-error`)}
          className="mt-0.5 size-5 shrink-0 accent-sky"
        />
        <label htmlFor={id} className={input.required ? 'required-mark' : undefined}>
          {label}
        </label>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
