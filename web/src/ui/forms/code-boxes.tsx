import { resetCodeLength } from '@site/proto/auth/v1/passwords.schema';
import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useController, type FieldValues, type Path, type PathValue, type UseFormReturn } from 'react-hook-form';
import { classNames } from '../class-names.js';
import { FieldError } from './form-fields.js';
import { inputClassName } from './input-classes.js';

/** '' is an empty box. */
type Code = readonly string[];
const emptyCode: Code = Array.from({ length: resetCodeLength }, () => '');

/** The form field stores the digits as one string. */
export function useCodeBoxes<Entered extends FieldValues, Checked>(
  form: UseFormReturn<Entered, unknown, Checked>,
  name: Path<Entered>,
) {
  const [code, setCode] = useState(emptyCode);
  const { field, fieldState } = useController({ name, control: form.control });

  function onChange(next: Code) {
    setCode(next);
    form.setValue(name, next.join('') as PathValue<Entered, Path<Entered>>);
    form.clearErrors(name);
  }

  return {
    boxes: { first: field.ref, code, onChange, error: fieldState.error?.message },
    clear: () => onChange(emptyCode),
  };
}

interface CodeBoxesProps {
  /** For screen readers. */
  label?: string;
  takesFocus?: boolean | undefined;
  /** For moving focus to the first box. */
  first: (box: HTMLInputElement | null) => void;
  code: Code;
  onChange: (code: Code) => void;
  error: string | undefined;
  /** The code is being sent. The boxes stay focusable. */
  readOnly: boolean;
}

/** Typing advances, Backspace goes back; a pasted or autofilled code fills all boxes. */
export function CodeBoxes({ label = 'Code', takesFocus, first, code, onChange, error, readOnly }: CodeBoxesProps) {
  const id = useId();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (index: number) => {
    const box = boxes.current[Math.max(0, Math.min(index, code.length - 1))];
    box?.focus();
    box?.select();
  };

  function fill(from: number, digits: string[]) {
    const next = [...code];
    digits.slice(0, code.length - from).forEach((digit, offset) => (next[from + offset] = digit));
    onChange(next);
    focus(from + digits.length);
  }

  function type(index: number, text: string) {
    const digits = digitsOf(text);
    // In a filled box, the new digit may be before or after the old one.
    const added = digits.length === 2 && code[index] ? [removed(digits, code[index])] : digits;
    if (text === '') onChange(code.map((digit, position) => (position === index ? '' : digit)));
    else if (added.length > 0) fill(added.length >= code.length ? 0 : index, added);
  }

  function onKeyDown(index: number, event: KeyboardEvent) {
    if (event.key === 'ArrowLeft') focus(index - 1);
    else if (event.key === 'ArrowRight') focus(index + 1);
    else if (event.key === 'Backspace' && !readOnly) {
      const emptied = code[index] ? index : index - 1;
      onChange(code.map((digit, position) => (position === emptied ? '' : digit)));
      focus(index - 1);
    } else return;
    event.preventDefault();
  }

  function onPaste(index: number, event: ClipboardEvent) {
    event.preventDefault();
    if (readOnly) return;
    const digits = digitsOf(event.clipboardData.getData('text'));
    if (digits.length > 0) fill(digits.length >= code.length ? 0 : index, digits);
  }

  return (
    <div role="group" aria-label={label} aria-describedby={`${id}-error`}>
      <div className="grid grid-cols-6 gap-2">
        {code.map((digit, index) => (
          <input
            // Boxes are identified by position.
            key={index}
            ref={(box) => {
              boxes.current[index] = box;
              if (index === 0) first(box);
            }}
            aria-label={`Digit ${index + 1} of ${code.length}`}
            type="text"
            inputMode="numeric"
            // Phones offer a code from a message only in the first box.
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-error`}
            readOnly={readOnly}
            data-autofocus={takesFocus && index === 0 ? '' : undefined}
            value={digit}
            onChange={(event) => type(index, event.target.value)}
            onKeyDown={(event) => onKeyDown(index, event)}
            onPaste={(event) => onPaste(index, event)}
            onFocus={(event) => event.target.select()}
            className={classNames(inputClassName, 'figures h-14 px-0! text-center text-xl font-semibold')}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

const digitsOf = (text: string): string[] => text.match(/[0-9]/g) ?? [];

const removed = ([first = '', second = '']: string[], old: string) => (first === old ? second : first);
