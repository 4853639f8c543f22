import { ExternalLink } from 'lucide-react';
import { strings } from '../../strings.js';
import { classNames } from '../../ui/class-names.js';

/** The shop is on another site and opens in a new tab. */
export function ShopLink({ url, className }: { url: string; className?: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={classNames('inline-flex items-center gap-1.5', className)}
    >
      {strings.ourShop}
      <ExternalLink aria-hidden="true" size={14} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
