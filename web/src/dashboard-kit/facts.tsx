import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.js';

interface FactsProps {
  /** Label, value and optional classes for the size. */
  facts: [label: string, fact: ReactNode, look?: string][];
  className: string;
}

/** All details of an item in its dialog, each below its label. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={classNames('grid gap-x-6', className)}>
      {facts.map(([label, fact, look]) => (
        <div key={label} className={classNames('min-w-0', look)}>
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FactRowsProps {
  /** Label and value; `shown` replaces the text, for instance with a link. */
  facts: [label: string, fact: string, shown?: ReactNode][];
  /** Label of the fact that names the item, and the id that its buttons refer to. */
  name: string | undefined;
  nameId: string;
  /** Shows long values in full; otherwise each has one line, and hovering shows the rest. */
  whole?: boolean;
  className?: string;
}

/** The details of an item on its card. */
export function FactRows({ facts, name, nameId, whole, className }: FactRowsProps) {
  return (
    <dl className={classNames('grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-1', className)}>
      {facts.map(([label, fact, shown = fact]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd
            id={label === name ? nameId : undefined}
            title={whole ? undefined : fact}
            className={classNames(whole ? 'wrap-anywhere' : 'truncate', label === name && 'font-semibold')}
          >
            {shown}
          </dd>
        </div>
      ))}
    </dl>
  );
}
