import { readPhone } from '@site/proto/phone-number';

/** Focuses a form's first invalid field, if any, and selects the fault in a phone number. */
export function focusFirstError(form: Element | null | undefined): boolean {
  const field = form?.querySelector<HTMLElement>('[data-faulty], [aria-invalid="true"]');
  field?.focus();
  if (field instanceof HTMLInputElement && field.type === 'tel') {
    const read = readPhone(field.value);
    if ('fault' in read && read.at) field.setSelectionRange(read.at.start, read.at.end);
  }
  return Boolean(field);
}
