import type { ComponentProps } from 'react';

export function OutsideLink({ children, className = 'text-link', rel = '', ...link }: ComponentProps<'a'>) {
  return (
    <a {...link} target="_blank" rel={`noopener noreferrer ${rel}`.trim()} className={className}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
