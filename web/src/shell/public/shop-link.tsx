import { ExternalLink } from 'lucide-react';
import { OutsideLink } from '@/ui/outside-link.js';
import { classNames } from '@/ui/class-names.js';

export function ShopLink({ url, className }: { url: string; className?: string }) {
  return (
    <OutsideLink href={url} className={classNames('inline-flex items-center gap-1.5', className)}>
      Our Shop
      <ExternalLink aria-hidden="true" size={14} />
    </OutsideLink>
  );
}
