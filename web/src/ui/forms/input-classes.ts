/** Styles of text inputs, except height and padding. */
export const inputClassName =
  'w-full rounded-md bg-surface px-3.5 text-base text-ink ring-1 ring-inset ring-edge placeholder:text-ink-soft ' +
  'aria-invalid:ring-2 aria-invalid:ring-danger disabled:opacity-60';
