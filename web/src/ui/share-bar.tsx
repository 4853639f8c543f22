/** Horizontal bar divided into parts of a total. */

interface ShareBarProps {
  /** In display order, each with its color. */
  parts: { name: string; count: number; className: string }[];
  thin?: boolean;
}

/** Decorative: a table beside it has the figures. */
export function ShareBar({ parts, thin }: ShareBarProps) {
  const visibleParts = parts.filter(({ count }) => count > 0);
  return (
    <span aria-hidden="true" className={`flex overflow-hidden rounded-full bg-line ${thin ? 'h-1.5' : 'h-4'}`}>
      {visibleParts.map(({ name, count, className }) => (
        // At least wide enough to see: one in a thousand still counts.
        <span
          key={name}
          style={{ flexGrow: count }}
          className={`min-w-1.5 basis-0 border-r-2 border-surface transition-[flex-grow] duration-300 last:border-r-0 ${className}`}
        />
      ))}
    </span>
  );
}
