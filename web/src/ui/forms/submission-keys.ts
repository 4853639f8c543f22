/**
 * Hands out the key that makes a repeated submission harmless: the same while the content stays the same, so that trying
 * again after a lost answer stores nothing twice; a new one for new content and after a success.
 */
export class SubmissionKeys {
  private key = '';
  private content = '';

  /** The header of a submission with this content: what a form holds, files included. */
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

  /** The submission has arrived: the next one is another. */
  renew(): void {
    this.key = '';
  }
}

/** `randomUUID` exists only on secure origins; a site tried out over plain http in a LAN has none. */
function newKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
