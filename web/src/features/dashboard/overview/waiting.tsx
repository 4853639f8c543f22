import type { Overview } from '@site/proto/submissions/v1/overview.answers';
import {
  ArrowRight,
  CalendarClock,
  Camera,
  CircleCheck,
  FileText,
  Handshake,
  Mail,
  Send,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Ago } from '../../../dashboard-kit/texts.js';
import { allows, useSession } from '../../../domain/session/session.js';
import { useNow } from '../../../domain/time/clock.js';
import { alertTime } from '../../../domain/time/times.js';
import { classNames } from '../../../ui/class-names.js';
import { Section } from '../../../ui/section.js';
import { countText } from '../../../ui/figures.js';

const gridLook = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-4 md:gap-6';

type WaitingParts = Pick<Overview, 'waiting' | 'waiting_since' | 'coming' | 'failed_jobs'>;

/** Shows only what the role may see. */
export function Waiting({ waiting, waiting_since: since, coming, failed_jobs: failedJobs }: WaitingParts) {
  const session = useSession();
  const decides = allows(session, 'operate');
  const held = waiting.held_campaigns ?? 0;
  const counts = [waiting.snapshots, waiting.sponsors, waiting.new_messages, failedJobs, held];
  const nothingWaits = counts.every((count) => count === 0);
  return (
    <>
      {decides && (
        <Section title="Waiting for you" headingLook="mb-3 text-lg">
          {nothingWaits && (
            <p className="mb-3 flex items-center gap-2 text-ink-soft">
              <CircleCheck aria-hidden="true" size={18} className="shrink-0 text-ozark" />
              You’re all caught up.
            </p>
          )}
          <div className={gridLook}>
            <WaitingCard
              Icon={Camera}
              count={waiting.snapshots}
              words={['snapshot to review', 'snapshots to review']}
              note={oldest(since.snapshots)}
              to="/dashboard/snapshot?tab=pending"
            />
            <WaitingCard
              Icon={Handshake}
              count={waiting.sponsors}
              words={['sponsor request to review', 'sponsor requests to review']}
              note={oldest(since.sponsors)}
              to="/dashboard/sponsor?tab=pending"
            />
            <WaitingCard
              Icon={Mail}
              count={waiting.new_messages}
              words={['new message from a visitor', 'new messages from visitors']}
              note={oldest(since.new_messages)}
              to="/dashboard/contact"
            />
            <WaitingCard
              Icon={TriangleAlert}
              count={failedJobs}
              words={['failed job', 'failed jobs']}
              to="/dashboard/jobs"
            />
            {held > 0 && (
              <WaitingCard
                Icon={Send}
                count={held}
                words={['newsletter on hold', 'newsletters on hold']}
                to="/dashboard/newsletter"
              />
            )}
          </div>
        </Section>
      )}
      <Section title="In the works" headingLook="mb-3 text-lg" className={decides ? 'mt-6' : undefined}>
        <div className={gridLook}>
          <WaitingCard
            Icon={FileText}
            count={waiting.drafts}
            words={['draft', 'drafts']}
            note={oldest(since.drafts)}
            to="/dashboard/blog?status=draft"
          />
          <WaitingCard
            Icon={CalendarClock}
            count={waiting.scheduled_posts}
            words={['scheduled post', 'scheduled posts']}
            note={coming.post_at && <Next at={coming.post_at} />}
            to="/dashboard/blog?status=scheduled"
          />
          {allows(session, 'send') && (
            <WaitingCard
              Icon={Send}
              count={waiting.planned_campaigns}
              words={['scheduled campaign', 'scheduled campaigns']}
              note={coming.campaign_at && <Next at={coming.campaign_at} />}
              to="/dashboard/newsletter"
            />
          )}
        </div>
      </Section>
    </>
  );
}

const oldest = (at: string | null) =>
  at && (
    <>
      oldest <Ago at={at} />
    </>
  );

function Next({ at }: { at: string }) {
  const now = useNow();
  return <>next {alertTime(at, now)}</>;
}

interface WaitingCardProps {
  Icon: LucideIcon;
  count: number | null;
  words: [one: string, many: string];
  /** Age of the oldest item, or time of the next. */
  note?: ReactNode;
  to: string;
}

function WaitingCard({ Icon, count, words: [one, many], note, to }: WaitingCardProps) {
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
        <span className="block text-ink-soft">
          {sentence(count, one, many)}
          {isWaiting && note && <span className="block text-sm">{note}</span>}
        </span>
      </span>
      <ArrowRight aria-hidden="true" size={20} className="shrink-0 text-ink-soft" />
    </Link>
  );
}

function sentence(count: number | null, one: string, many: string): string {
  if (count === null) return `${many}: unknown`;
  return count === 1 ? one : many;
}
