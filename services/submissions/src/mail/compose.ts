import { fileURLToPath } from 'node:url';
import type { Mail } from '@site/platform/mail/mailer';
import { canonicalLine } from '@site/domain/canonical-text';
import { escapeXml, xmlCharacters } from '@site/domain/escape-xml';
import { Eta } from 'eta';
import type { Letter, Site } from './letter.js';
import { wrap } from './wrap-text.js';

const views = fileURLToPath(new URL('../../templates', import.meta.url));
const html = new Eta({
  views,
  cache: true,
  autoEscape: true,
  escapeFunction: (value) => escapeXml(String(value)),
});
const plain = new Eta({ views, cache: true, autoEscape: false });

/** Renders a letter for one recipient. */
export function composeMail(letter: Letter, { id, to, site }: { id: string; to: string; site: Site }): Mail {
  const query = letter.token && `token=${encodeURIComponent(letter.token)}`;
  // A header must be a single line.
  const subject = canonicalLine(letter.subject);
  const data = {
    ...letter,
    subject,
    site,
    wrap,
    notes: letter.notes ?? [],
    links: query
      ? {
          unsubscribe: `${site.url}/newsletter/unsubscribe?${query}`,
          preferences: `${site.url}/newsletter/preferences?${query}`,
        }
      : // Placeholder links in a trial mail: nothing can end a subscription.
        letter.isTrial && { unsubscribe: site.url, preferences: site.url },
  };
  return {
    id: letter.thread?.id ?? id,
    to,
    subject,
    html: html.render('letter.html.eta', data),
    text:
      xmlCharacters(plain.render('letter.text.eta', data))
        .replace(/\n{3,}/g, '\n\n')
        .trim() + '\n',
    ...(letter.replyTo && { replyTo: letter.replyTo }),
    ...(letter.thread && { inThread: letter.thread.earlier }),
    ...(query && { oneClickUrl: `${site.url}/main/news/letter/unsubscribe?${query}` }),
  };
}
