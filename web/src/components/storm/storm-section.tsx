/** Sections of storm data that load and fail independently, with source and age. */
import type { ComponentProps, ReactNode } from 'react';
import { NotAvailable } from '@/ui/pages/not-available.js';
import { Section } from '@/ui/page-section.js';
import { Loading } from '@/ui/skeleton.js';
import { formatAge } from '../time/times.js';
import { useServerTime, type Timed } from './storm-query.js';

export interface StormState<Data> {
  data: Timed<Data> | undefined;
  isPending: boolean;
  isFetching: boolean;
  isError: boolean;
  refetch: () => unknown;
}

interface StormPartProps<Data> {
  state: StormState<Data>;
  /** Without data: "The storm reports cannot be shown right now." */
  failure: string;
  waitingLabel: string;
  skeletonClassName?: string | undefined;
  /** @param now by the server clock */
  children: (data: Data, now: number) => ReactNode;
}

/** Loads, fails and renders independently of other sections. */
export function StormPart<Data>({
  state,
  failure,
  waitingLabel,
  skeletonClassName = 'h-32 rounded-lg',
  children,
}: StormPartProps<Data>) {
  const { data, isPending, isFetching, refetch } = state;
  const now = useServerTime(data);
  if (data) return children(data, now);
  if (isPending) return <Loading label={waitingLabel} count={1} each={skeletonClassName} />;
  return (
    <NotAvailable isTrying={isFetching} onRetry={refetch}>
      {failure}
    </NotAvailable>
  );
}

interface StormSectionProps<Data>
  extends
    Pick<StormPartProps<Data>, 'state' | 'skeletonClassName' | 'children'>,
    Omit<ComponentProps<typeof Section>, 'children'> {
  /** "the storm outlook". */
  what: string;
  below?: ReactNode;
}

export function StormSection<Data>(props: StormSectionProps<Data>) {
  const { what, state, skeletonClassName, children, below, ...section } = props;
  return (
    <Section {...section}>
      <div className="mt-4">
        <StormPart
          state={state}
          skeletonClassName={skeletonClassName}
          children={children}
          failure={`We can’t show ${what} right now.`}
          waitingLabel={`Loading ${what}`}
        />
      </div>
      {below}
    </Section>
  );
}

interface SourceAgeProps {
  /** "Storm Prediction Center". */
  source: string;
  data: { stale: boolean; fetched_at: string | null };
  /** The last request failed, so the data may have changed since. */
  hasFailed?: boolean;
  now: number;
}

export function SourceAge({ source, data: { stale, fetched_at: fetchedAt }, hasFailed, now }: SourceAgeProps) {
  const age = fetchedAt ? formatAge(Date.parse(fetchedAt), now) : undefined;
  if (!stale && !hasFailed)
    return (
      <p className="mt-3 text-sm text-ink-soft">
        {source}
        {age && `, checked ${age}`}.
      </p>
    );
  return (
    <p role="status" className="mt-3 text-sm font-medium text-clay-ink">
      {source}
      {age ? `, last updated ${age}` : ''}. We couldn't update it since then, so it may have changed.
    </p>
  );
}

export function StatusNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="font-semibold text-clay-ink">
      {children}
    </p>
  );
}
