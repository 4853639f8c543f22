/** The overview's counts of pending decisions and scheduled work. */
import type { Overview } from '@site/proto/submissions/v1/overview.responses';
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
import { Ago } from '@/dashboard-kit/facts.js';
import { allows, useSession } from '@/components/session/session.js';
import { useNow } from '@/components/time/clock.js';
import { alertTime } from '@/components/time/times.js';
import { classNames } from '@/ui/class-names.js';
import { Section } from '@/ui/page-section.js';
import { countText } from '@/ui/number-format.js';

const gridClassName = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-2 md:gap-6';

type WaitingParts = Pick<Overview, 'waiting' | 'waiting_since' | 'coming' | 'failed_jobs'>;

/** Shows only what the role may see, without zeros. */
export function Waiting({ waiting, waiting_since: since, coming, failed_jobs: failedJobs }: WaitingParts) {
  const session = useSession();
  const decides = allows(session, 'operate');
  const pending: WaitingCardProps[] = [
    {
      Icon: Camera,
      count: waiting.snapshots,
      nouns: ['snapshot to review', 'snapshots to review'],
      note: oldest(since.snapshots),
      to: '/dashboard/snapshot?tab=pending',
    },
    {
      Icon: Handshake,
      count: waiting.sponsors,
      nouns: ['sponsor request to review', 'sponsor requests to review'],
      note: oldest(since.sponsors),
      to: '/dashboard/sponsor?tab=pending',
    },
    {
      Icon: Mail,
      count: waiting.new_messages,
      nouns: ['new message from a visitor', 'new messages from visitors'],
      note: oldest(since.new_messages),
      to: '/dashboard/contact',
    },
    { Icon: TriangleAlert, count: failedJobs, nouns: ['failed job', 'failed jobs'], to: '/dashboard/jobs' },
    {
      Icon: Send,
      count: waiting.paused_campaigns ?? 0,
      nouns: ['newsletter on hold', 'newsletters on hold'],
      to: '/dashboard/newsletter',
    },
  ];
  const planned: WaitingCardProps[] = [
    {
      Icon: FileText,
      count: waiting.drafts,
      nouns: ['draft', 'drafts'],
      note: oldest(since.drafts),
      to: '/dashboard/blog?status=draft',
    },
    {
      Icon: CalendarClock,
      count: waiting.scheduled_posts,
      nouns: ['scheduled post', 'scheduled posts'],
      note: coming.post_at && <Next at={coming.post_at} />,
      to: '/dashboard/blog?status=scheduled',
    },
    {
      Icon: Send,
      count: allows(session, 'send') ? waiting.planned_campaigns : 0,
      nouns: ['scheduled campaign', 'scheduled campaigns'],
      note: coming.campaign_at && <Next at={coming.campaign_at} />,
      to: '/dashboard/newsletter',
    },
  ];
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      {decides && (
        <Section title="Waiting for you" headingClassName="mb-2 text-lg md:mb-3">
          <WaitingCards cards={pending} none="You’re all caught up." />
        </Section>
      )}
      {(!decides || planned.some(isVisible)) && (
        <Section title="In the works" headingClassName="mb-2 text-lg md:mb-3">
          <WaitingCards cards={planned} none="No drafts or scheduled posts." />
        </Section>
      )}
    </div>
  );
}

/** An unknown count is shown. */
const isVisible = ({ count }: WaitingCardProps) => count !== 0;

function WaitingCards({ cards, none }: { cards: WaitingCardProps[]; none: string }) {
  const visibleCards = cards.filter(isVisible);
  if (visibleCards.length === 0)
    return (
      <p className="flex items-center gap-2 text-ink-soft">
        <CircleCheck aria-hidden="true" size={18} className="shrink-0 text-ozark" />
        {none}
      </p>
    );
  return (
    <div className={gridClassName}>
      {visibleCards.map((card) => (
        <WaitingCard key={card.nouns[0]} {...card} />
      ))}
    </div>
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
  nouns: [one: string, many: string];
  /** Age of the oldest item, or time of the next. */
  note?: ReactNode;
  to: string;
}

function WaitingCard({ Icon, count, nouns: [one, many], note, to }: WaitingCardProps) {
  const isWaiting = count !== null && count > 0;
  return (
    <Link
      to={to}
      className="card flex items-center gap-3 px-4 py-2 transition-colors duration-150 hover:bg-surface-raised md:gap-5 md:p-6"
    >
      <span
        className={classNames(
          'flex size-10 shrink-0 items-center justify-center rounded-full md:size-12',
          isWaiting ? 'bg-sky text-on-sky' : 'bg-surface-raised text-ink-soft',
        )}
      >
        <Icon aria-hidden="true" size={22} />
      </span>
      <span className="min-w-0 flex-1 max-md:flex max-md:items-center max-md:gap-3">
        <span className="figures block text-xl font-bold md:text-3xl">{countText(count)}</span>
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
