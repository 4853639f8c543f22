import { ArrowRight, Camera, Handshake, Mail, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { countText } from '../../../ui/figures.js';
import { classNames } from '../../../ui/class-names.js';
import type { Overview } from '@site/proto/submissions/v1/overview.answers';

/** What is waiting for a decision, each with a link to its screen. */
export function Waiting({ waiting }: { waiting: Overview['waiting'] }) {
  return (
    <section aria-labelledby="waiting-heading">
      <h2 id="waiting-heading" className="mb-3 text-lg">
        Waiting for you
      </h2>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-4 md:gap-6">
        <WaitingCard
          Icon={Camera}
          count={waiting.snapshots}
          words={['snapshot waits for a decision', 'snapshots wait for a decision']}
          to="/dashboard/snapshot?tab=pending"
        />
        <WaitingCard
          Icon={Handshake}
          count={waiting.sponsors}
          words={['sponsor request waits for a decision', 'sponsor requests wait for a decision']}
          to="/dashboard/sponsor?tab=pending"
        />
        <WaitingCard
          Icon={Mail}
          count={waiting.contact_messages}
          words={['message from a visitor', 'messages from visitors']}
          to="/dashboard/contact"
        />
      </div>
    </section>
  );
}

interface WaitingCardProps {
  Icon: LucideIcon;
  /** Null when unknown. */
  count: number | null;
  words: [one: string, many: string];
  to: string;
}

function WaitingCard({ Icon, count, words: [one, many], to }: WaitingCardProps) {
  const isWaiting = count !== null && count > 0;
  return (
    <Link
      to={to}
      className="card flex items-center gap-5 p-5 transition-colors duration-150 hover:bg-surface-raised md:p-6"
    >
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
      <ArrowRight aria-hidden="true" size={20} className="shrink-0 text-ink-soft" />
    </Link>
  );
}

function sentence(count: number | null, one: string, many: string): string {
  if (count === null) return `${many}: not known at the moment`;
  return count === 1 ? one : many;
}
