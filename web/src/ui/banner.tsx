import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

type BannerTone = 'success' | 'error' | 'info';

const variants: Record<BannerTone, { className: string; Icon: typeof Info }> = {
  success: { className: 'bg-ozark-soft text-ink [&>svg]:text-ozark', Icon: CircleCheck },
  error: { className: 'bg-severe-soft text-ink [&>svg]:text-danger', Icon: CircleAlert },
  info: { className: 'bg-sky-soft text-ink [&>svg]:text-sky-strong', Icon: Info },
};

interface BannerProps {
  tone: BannerTone;
  children: ReactNode;
  className?: string;
}

/** Screen readers announce errors immediately, other tones politely. */
export function Banner({ tone, children, className }: BannerProps) {
  const { className: toneClassName, Icon } = variants[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-3 rounded-md px-4 py-3', toneClassName, className)}
    >
      <Icon aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
