import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.js';

interface FactsProps {
  /** Each a label, what is known, and how much room it takes. */
  facts: [label: string, fact: ReactNode, look?: string][];
  className: string;
}

/** Everything about a thing in its dialog, each fact below its label. */
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
  /** Each a label and what is known; the last part shows it otherwise than as the text, for instance as a link. */
  facts: [label: string, fact: string, shown?: ReactNode][];
  /** The label of the fact that names the thing, and the id by which its buttons refer to it. */
  name: string | undefined;
  nameId: string;
  /** Shows all of a long fact; otherwise each has one line, and pointing at one that is cut shows the rest. */
  whole?: boolean;
  className?: string;
}

/** A thing in brief on its card. */
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
