import { Phone } from 'lucide-react';
import { phoneHref, formatPhone } from './phone.js';

interface PhoneLinkProps {
  /** As typed. */
  number: string;
  /** For numbers without a label. */
  hasIcon?: boolean;
}

/** Shows plain text if it isn't a number. */
export function PhoneLink({ number, hasIcon = false }: PhoneLinkProps) {
  const href = phoneHref(number);
  if (!href) return <span className="wrap-anywhere">{number}</span>;
  return (
    <a href={href} className="text-link figures inline-flex items-center gap-1.5">
      {hasIcon && <Phone aria-hidden="true" size={14} className="shrink-0" />}
      {formatPhone(number)}
    </a>
  );
}
