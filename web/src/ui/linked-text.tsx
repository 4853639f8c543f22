import { Fragment } from 'react';
import { mailLink } from './mail-link.js';
import { OutsideLink } from './outside-link.js';
import { textParts } from './text-links.js';

interface LinkedTextProps {
  text: string;
  /** Somebody outside the house wrote it: search engines are told that we do not vouch for its links. */
  byVisitor?: boolean;
}

/** A plain text whose web and e-mail addresses can be followed. It stays as it was typed: no other markup is read from it. */
export function LinkedText({ text, byVisitor = false }: LinkedTextProps) {
  return textParts(text, mailLink).map(({ text: words, href }, index) => {
    if (href === undefined) return <Fragment key={index}>{words}</Fragment>;
    const look = 'text-link wrap-anywhere';
    return href.startsWith('mailto:') ? (
      <a key={index} href={href} className={look}>
        {words}
      </a>
    ) : (
      <OutsideLink key={index} href={href} className={look} rel={byVisitor ? 'nofollow ugc' : ''}>
        {words}
      </OutsideLink>
    );
  });
}
