/** Bars that divide a duration into its segments, with a legend. */

/** Segment of a duration, starting where the previous one ends. */
export interface Span {
  name: string;
  /** Seconds. */
  until: number;
  /** Text color, which the bar and the legend are filled with. */
  className: string;
}

interface SpansProps {
  /** In order. Negative spans, from clocks that were ahead, aren't drawn. */
  spans: Span[];
  /** End of the scale in seconds, shared by all bars of a group. */
  maxSeconds: number;
}

/** Duration drawn to scale in segments. Hidden from assistive technology, because a table below has the figures. */
export function Spans({ spans, maxSeconds }: SpansProps) {
  const percentOf = (seconds: number) => (Math.min(Math.max(0, seconds), maxSeconds) / Math.max(maxSeconds, 1)) * 100;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className="block h-4 w-full rounded-full bg-line"
    >
      {spans.map(({ name, until, className }, index) => {
        const start = percentOf(spans[index - 1]?.until ?? 0);
        const width = Math.max(0, percentOf(until) - start);
        return <rect key={name} className={className} fill="currentColor" x={start} width={width} height="1" />;
      })}
    </svg>
  );
}

/** Color legend. */
export function SpanLegend({ entries }: { entries: Pick<Span, 'name' | 'className'>[] }) {
  return (
    <p aria-hidden="true" className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
      {entries.map(({ name, className }) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <span className={`size-2.5 rounded-full bg-current ${className}`} />
          {name}
        </span>
      ))}
    </p>
  );
}
