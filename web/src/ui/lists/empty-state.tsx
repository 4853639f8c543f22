import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  Icon?: LucideIcon;
  /** Everything is done: highlights the icon. */
  done?: boolean;
  children: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ Icon = Inbox, done, children, action }: EmptyStateProps) {
  return (
    <div className="card flex flex-col items-center px-6 py-16 text-center">
      <Icon aria-hidden="true" size={40} className={done ? 'text-ozark' : 'text-ink-soft'} />
      <p className="mt-4 w-full max-w-md text-lg wrap-anywhere">{children}</p>
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
