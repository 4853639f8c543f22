import type { ReactNode } from 'react';
import { NotAvailable } from '../../ui/pages/not-available.js';
import { Loading } from '../../ui/skeleton.js';
import { ageInWords } from '../time/times.js';
import { useServerTime, type Heard } from './storm-query.js';

/** The part of a query that tells how things stand. */
export interface StormState<Answer> {
  data: Heard<Answer> | undefined;
  isPending: boolean;
  isFetching: boolean;
  isError: boolean;
  refetch: () => unknown;
}

interface StormPartProps<Answer> {
  state: StormState<Answer>;
  /** What is said when nothing came: "The storm reports cannot be shown right now." */
  failure: string;
  /** What holds the place until then. */
  waitingLabel: string;
  waitingLook?: string;
  /** Draws the answer. @param now by the server's clock */
  children: (answer: Answer, now: number) => ReactNode;
}

/** A part of a page that is from one answer: it waits, fails and is drawn without the others. */
export function StormPart<Answer>({
  state,
  failure,
  waitingLabel,
  waitingLook = 'h-32 rounded-lg',
  children,
}: StormPartProps<Answer>) {
  const { data, isPending, isFetching, refetch } = state;
  const now = useServerTime(data);
  if (data) return children(data, now);
  if (isPending) return <Loading label={waitingLabel} count={1} each={waitingLook} />;
  return (
    <NotAvailable isTrying={isFetching} onRetry={refetch}>
      {failure}
    </NotAvailable>
  );
}

interface SourceAgeProps {
  /** Who says it: "Storm Prediction Center". */
  source: string;
  answer: { stale: boolean; fetched_at: string | null };
  /** The last question failed: what is shown may have changed since. */
  hasFailed?: boolean;
  now: number;
}

/** Who says it, and how old it is. */
export function SourceAge({ source, answer: { stale, fetched_at: fetchedAt }, hasFailed, now }: SourceAgeProps) {
  const age = fetchedAt ? ageInWords(Date.parse(fetchedAt), now) : undefined;
  if (!stale && !hasFailed)
    return (
      <p className="mt-3 text-sm text-ink-soft">
        {source}
        {age && `, asked ${age}`}.
      </p>
    );
  return (
    <p role="status" className="mt-3 text-sm font-medium text-clay-ink">
      {source}
      {age ? `, last heard ${age}` : ''}. It could not be renewed since and may have changed.
    </p>
  );
}

/** In place of a list of which nobody can say whether it is empty. */
export function NotKnown({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="font-semibold text-clay-ink">
      {children}
    </p>
  );
}
