/** A part of a duration: from where the one before it ended. */
export interface Span {
  name: string;
  /** In seconds. */
  until: number;
  look: string;
}

interface SpansProps {
  /** In their order. What is shorter than nothing, because a clock was ahead, is not drawn. */
  spans: Span[];
  /** The end of the scale in seconds: the same for all that stand above each other. */
  longest: number;
}

/** A duration in parts, drawn to scale. For the eye alone: the figures stand in a table below. */
export function Spans({ spans, longest }: SpansProps) {
  const percentOf = (seconds: number) => (Math.min(Math.max(0, seconds), longest) / Math.max(longest, 1)) * 100;
  return (
    <span aria-hidden="true" className="flex h-4 overflow-hidden rounded-full bg-line">
      {spans.map(({ name, until, look }, index) => {
        const share = percentOf(until) - percentOf(spans[index - 1]?.until ?? 0);
        return <span key={name} className={look} style={{ width: `${Math.max(0, share)}%` }} />;
      })}
    </span>
  );
}

/** What the colours mean. */
export function SpanLegend({ entries }: { entries: Pick<Span, 'name' | 'look'>[] }) {
  return (
    <p aria-hidden="true" className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
      {entries.map(({ name, look }) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <span className={`size-2.5 rounded-full ${look}`} />
          {name}
        </span>
      ))}
    </p>
  );
}
