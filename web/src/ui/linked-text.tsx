/** Text whose addresses of pages and mailboxes become links. */
import { Fragment } from 'react';
import { mailLink } from './mail-link.js';
import { OutsideLink } from './outside-link.js';
import { textParts } from './text-links.js';

interface LinkedTextProps {
  text: string;
  /** Written by a visitor: search engines shouldn't count its links as endorsements. */
  byVisitor?: boolean;
}

export function LinkedText({ text, byVisitor = false }: LinkedTextProps) {
  return textParts(text, mailLink).map(({ text: partText, href }, index) => {
    if (href === undefined) return <Fragment key={index}>{partText}</Fragment>;
    const className = 'text-link wrap-anywhere';
    return href.startsWith('mailto:') ? (
      <a key={index} href={href} className={className}>
        {partText}
      </a>
    ) : (
      <OutsideLink key={index} href={href} className={className} rel={byVisitor ? 'nofollow ugc' : ''}>
        {partText}
      </OutsideLink>
    );
  });
}
