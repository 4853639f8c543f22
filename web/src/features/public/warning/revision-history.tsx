import type { Revision } from '@site/proto/weather/v1/alert-events.answers';
import { Section } from '../../../ui/section.js';
import { momentWords } from '../../../domain/alerts/alert-when.js';
import { actionWords } from './event-words.js';

interface RevisionHistoryProps {
  /** The newest first. */
  revisions: Revision[];
  /** By the source's clock. */
  now: number;
}

/** What each message changed, the newest first. */
export function RevisionHistory({ revisions, now }: RevisionHistoryProps) {
  return (
    <Section title="What changed" headingLook="text-xl" className="mt-12">
      <ol className="mt-4 border-l-2 border-line">
        {revisions.map((revision) => (
          <li key={revision.revision} className="relative pb-5 pl-6 wrap-anywhere last:pb-0">
            <span aria-hidden="true" className="absolute top-2 -left-[7px] size-3 rounded-full bg-sky" />
            <p>
              <strong>{actionWords(revision)}</strong> <SentAt revision={revision} now={now} />
            </p>
            {revision.changes.length > 0 && (
              <ul className="mt-1 list-disc pl-5">
                {revision.changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function SentAt({ revision: { sent, first_seen_at: seen }, now }: { revision: Revision; now: number }) {
  const time = sent || seen || '';
  const moment = Date.parse(time);
  if (Number.isNaN(moment)) return null;
  return (
    <time dateTime={time} className="text-ink-soft">
      {momentWords(moment, now)}
    </time>
  );
}
