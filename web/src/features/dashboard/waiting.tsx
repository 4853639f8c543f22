import { ArrowRight, Camera, Handshake, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../../components/class-names.js';
import { countText, type Overview } from './overview.js';

/** What waits for a decision, each with the way to its screen. */
export function Waiting({ waiting }: { waiting: Overview['waiting'] }) {
  return (
    <section aria-labelledby="waiting-heading">
      <h2 id="waiting-heading" className="sr-only">
        Waiting for a decision
      </h2>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-4 md:gap-6">
        <WaitingCard
          Icon={Camera}
          count={waiting.snapshots}
          words={['snapshot waits', 'snapshots wait']}
          to="/dashboard/snapshot?tab=pending"
        />
        <WaitingCard
          Icon={Handshake}
          count={waiting.sponsors}
          words={['sponsor request waits', 'sponsor requests wait']}
        />
      </div>
    </section>
  );
}

interface WaitingCardProps {
  Icon: LucideIcon;
  /** Null when nobody can tell. */
  count: number | null;
  words: [one: string, many: string];
  /** Absent until its screen exists. */
  to?: string;
}

function WaitingCard({ Icon, count, words: [one, many], to }: WaitingCardProps) {
  const isWaiting = count !== null && count > 0;
  const content = (
    <>
      <span
        className={classNames(
          'flex size-12 shrink-0 items-center justify-center rounded-full',
          isWaiting ? 'bg-sky text-on-sky' : 'bg-surface-raised text-ink-soft',
        )}
      >
        <Icon aria-hidden="true" size={22} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="figures block text-3xl font-bold">{countText(count)}</span>
        <span className="block text-ink-soft">{sentence(count, one, many)}</span>
      </span>
    </>
  );
  return (
    <Frame to={to}>
      {content}
      {to && <ArrowRight aria-hidden="true" size={20} className="shrink-0 text-ink-soft" />}
    </Frame>
  );
}

function Frame({ to, children }: { to: string | undefined; children: ReactNode }) {
  const look = 'card flex items-center gap-5 p-5 md:p-6';
  if (!to) return <div className={look}>{children}</div>;
  return (
    <Link to={to} className={classNames(look, 'transition-colors duration-150 hover:bg-surface-raised')}>
      {children}
    </Link>
  );
}

function sentence(count: number | null, one: string, many: string): string {
  if (count === null) return `${many} for a decision: not known at the moment`;
  return `${count === 1 ? one : many} for a decision`;
}
