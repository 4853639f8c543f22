import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import { kinds } from '@site/proto/kinds';
import { deleteThing } from '../../../dashboard-kit/editor/resource.js';
import { pagedQuery } from '../../../dashboard-kit/list/paged-query.js';
import { mailLink } from '../../../ui/mail-link.js';

const address = '/admin/main/contact-us';
export const messagesQuery = (words: string) =>
  pagedQuery<ContactMessage>(['admin', kinds.contact.list, words], address, words ? { q: words } : {});

export const deleteMessage = ({ id }: ContactMessage) => deleteThing(address, id);

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
  return mailLink(email, { subject: 'Your message to Arkansas Weather', body });
}
