import { readPhone } from '@site/proto/phone-number';

/**
 * Moves the focus to the first part of a form that has a fault, and selects the characters that are wrong in a telephone number.
 * @returns whether there is one
 */
export function focusFault(form: Element | null | undefined): boolean {
  const field = form?.querySelector<HTMLElement>('[data-faulty], [aria-invalid="true"]');
  field?.focus();
  if (field instanceof HTMLInputElement && field.type === 'tel') {
    const read = readPhone(field.value);
    if ('fault' in read && read.at) field.setSelectionRange(read.at.start, read.at.end);
  }
  return Boolean(field);
}
