import { request } from '../../../api/api.js';
import { pagedQuery } from '../../../dashboard-kit/list/paged-query.js';

/** What a visitor wrote on the contact page. */
export interface ContactMessage {
  id: string;
  name: string;
  email: string;
  phone: string;
  feedback: string;
  created_at: string;
}

const address = '/admin/main/contact-us';
export const messagesList = 'contacts';
export const messagesQuery = (words: string) =>
  pagedQuery<ContactMessage>(['admin', messagesList, words], address, words ? { q: words } : {});

export const deleteMessage = ({ id }: ContactMessage) => request(`${address}/delete/${encodeURIComponent(id)}`);

/** As much of the message as every mail program takes in an address. */
const longestQuotation = 1_000;

/** A mail to the sender with subject and quotation, for the person's own mail program. */
export function answerLink({ name, email, feedback }: ContactMessage, sentOn: string): string {
  const characters = [...feedback];
  const quoted = characters.slice(0, longestQuotation).join('') + (characters.length > longestQuotation ? ' […]' : '');
  const body = [
    `Hello ${name},`,
    '',
    '',
    '',
    `On ${sentOn}, you wrote:`,
    ...quoted.split(/\r\n|\r|\n/).map((line) => `> ${line}`),
  ].join('\r\n');
  const fields = { subject: 'Your message to Arkansas Weather', body };
  // Not URLSearchParams: mail programs show its "+" for a space.
  const query = Object.entries(fields).map(([field, value]) => `${field}=${encodeURIComponent(value)}`);
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`;
}
