interface ShareBarProps {
  /** In the order in which they stand, each with its colour. */
  parts: { name: string; count: number; look: string }[];
  thin?: boolean;
}

/** Parts of a whole, side by side. For the eye alone: the figures stand in a table beside it. */
export function ShareBar({ parts, thin }: ShareBarProps) {
  const shown = parts.filter(({ count }) => count > 0);
  return (
    <span aria-hidden="true" className={`flex overflow-hidden rounded-full bg-line ${thin ? 'h-1.5' : 'h-4'}`}>
      {shown.map(({ name, count, look }) => (
        // At least as wide as can be seen: one of a thousand is still one.
        <span
          key={name}
          style={{ flexGrow: count }}
          className={`min-w-1.5 basis-0 border-r-2 border-surface transition-[flex-grow] duration-300 last:border-r-0 ${look}`}
        />
      ))}
    </span>
  );
}
