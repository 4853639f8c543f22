/** A value that a provider may not give. */
export type Reading = number | null | undefined;

export function isKnown(value: Reading): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
