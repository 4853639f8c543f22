/** Card of the security screen, with title, note and action. */
import { useId, type ReactNode } from 'react';

interface SettingsCardProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

export function SettingsCard({ title, note, action, children }: SettingsCardProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="card p-5 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={headingId} className="text-lg">
            {title}
          </h2>
          {note && <p className="mt-1 text-ink-soft">{note}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
