/**
 * Returns a mailto link (RFC 6068). Everything is encoded: a question mark or an ampersand in an address would turn the
 * rest into mail fields, even copies to strangers.
 */
export function mailLink(address: string, fields: { subject?: string; body?: string } = {}): string {
  // Not URLSearchParams: mail programs show its "+" for a space.
  const query = Object.entries(fields).map(([field, value]) => `${field}=${encodeURIComponent(value)}`);
  return [`mailto:${encodeURIComponent(address)}`, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
}
