/** A value that a provider may not give. */
export type Reading = number | null | undefined;

export function isFiniteNumber(value: Reading): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
