/** Labeled form fields with hint and error. */
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { IconButton } from '../button.js';
import { classNames } from '../class-names.js';
import { inputClassName } from './input-classes.js';
import { useUntilRelease } from './pointer-press.js';

interface FieldFrame {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  className?: string;
}

type Described = Pick<FieldFrame, 'hint' | 'error'> & Pick<ComponentProps<'input'>, 'id' | 'aria-describedby'>;

function useTied({ id: idProp, hint, error, 'aria-describedby': others }: Described) {
  const generatedId = useId();
  const id = idProp ?? generatedId;
  const describedBy = [others, hint && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ');
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy };
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

/** Rendered while empty so that screen readers announce changes. Moves the controls below it only after a release. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  const error = useUntilRelease(children);
  return (
    <p id={id} aria-live="polite" className={classNames('text-sm text-danger', error && 'mt-1.5 font-medium')}>
      {error}
    </p>
  );
}

type InputProps = Omit<ComponentProps<'input'>, 'className'> & FieldFrame & { trailing?: ReactNode };

/** `trailing` is inside the box, for instance a button. */
export function TextField({ label, hint, error, className, trailing, ...input }: InputProps) {
  const tied = useTied({ ...input, hint, error });
  return (
    <Frame id={tied.id} label={label} hint={hint} error={error} required={input.required} className={className}>
      <div className="relative">
        <input
          {...input}
          {...tied}
          className={classNames(
            inputClassName,
            'h-12',
            input.type === 'file' && 'py-2.5',
            Boolean(trailing) && 'pr-14',
          )}
        />
        {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
      </div>
    </Frame>
  );
}

type AreaProps = Omit<ComponentProps<'textarea'>, 'className'> & FieldFrame;

export function TextAreaField({ label, hint, error, className, rows = 4, ...area }: AreaProps) {
  const tied = useTied({ ...area, hint, error });
  return (
    <Frame id={tied.id} label={label} hint={hint} error={error} required={area.required} className={className}>
      <textarea {...area} {...tied} rows={rows} className={classNames(inputClassName, 'py-3')} />
    </Frame>
  );
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type'> & {
  label: ReactNode;
  error?: string | undefined;
  className?: string;
};

export function CheckboxField({ label, error, className, ...input }: CheckboxProps) {
  const tied = useTied({ ...input, error });
  return (
    <div className={className}>
      <div className="flex items-start gap-3">
        <input {...input} {...tied} type="checkbox" className="mt-0.5 size-5 shrink-0 tick" />
        <label htmlFor={tied.id} className={input.required ? 'required-mark' : undefined}>
          {label}
        </label>
      </div>
      <FieldError id={`${tied.id}-error`}>{error}</FieldError>
    </div>
  );
}

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing' | 'autoCapitalize' | 'spellCheck'>;

export function PasswordField(props: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  const verb = isVisible ? 'Hide' : 'Show';
  return (
    <TextField
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton label={`${verb} ${props.label.toLowerCase()}`} onClick={() => setIsVisible(!isVisible)}>
          {isVisible ? <EyeOff aria-hidden="true" size={20} /> : <Eye aria-hidden="true" size={20} />}
        </IconButton>
      }
    />
  );
}
