/**
 * A mail to an address, for the visitor's own mail program (RFC 6068). Everything is encoded: an address may hold a question
 * mark or an ampersand, and what follows them would become fields of the mail, copies to strangers among them.
 */
export function mailLink(address: string, fields: { subject?: string; body?: string } = {}): string {
  // Not URLSearchParams: mail programs show its "+" for a space.
  const query = Object.entries(fields).map(([field, value]) => `${field}=${encodeURIComponent(value)}`);
  return [`mailto:${encodeURIComponent(address)}`, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
}
