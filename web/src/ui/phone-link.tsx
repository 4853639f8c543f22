import { Phone } from 'lucide-react';
import { phoneHref, phoneWords } from './phone.js';

interface PhoneLinkProps {
  /** As it was typed. */
  number: string;
  /** With a receiver before it, where no label says what it is. */
  hasIcon?: boolean;
}

/** A telephone number that can be dialled; what is no number stays text. */
export function PhoneLink({ number, hasIcon = false }: PhoneLinkProps) {
  const href = phoneHref(number);
  if (!href) return <span className="wrap-anywhere">{number}</span>;
  return (
    <a href={href} className="text-link figures inline-flex items-center gap-1.5">
      {hasIcon && <Phone aria-hidden="true" size={14} className="shrink-0" />}
      {phoneWords(number)}
    </a>
  );
}
