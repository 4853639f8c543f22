/**
 * Idempotency keys: the same for the same content, so that a retry after a lost response stores nothing twice; a new
 * one for new content and after a success.
 */
export class SubmissionKeys {
  private key = '';
  private content = '';

  /** `values` includes files. */
  headersFor(values: object): Record<string, string> {
    const content = JSON.stringify(values, (_name, value: unknown) =>
      value instanceof File ? [value.name, value.size, value.lastModified] : value,
    );
    if (content !== this.content || this.key === '') {
      this.key = newKey();
      this.content = content;
    }
    return { 'Idempotency-Key': this.key };
  }

  /** Call after a successful submission. */
  renew(): void {
    this.key = '';
  }
}

/** `randomUUID` exists only in secure contexts; a site served over plain HTTP in a LAN lacks it. */
export function newKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
