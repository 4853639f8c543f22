/** Text elements of dashboard screens: facts, ages, details and long texts. */
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNow } from '../components/time/clock.js';
import { fullDateTime, relativeTime } from '../components/time/times.js';
import { classNames } from '../ui/class-names.js';

interface FactsProps {
  /** Label, value and optional classes. */
  facts: [label: string, fact: ReactNode, look?: string][];
  className: string;
}

export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={classNames('grid gap-x-6', className)}>
      {facts.map(([label, fact, itemClassName]) => (
        <div key={label} className={classNames('min-w-0', itemClassName)}>
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FactRowsProps {
  /** `content` replaces the text, for instance with a link. */
  facts: [label: string, fact: string, shown?: ReactNode][];
  /** Label of the fact that names the item, and the id that its buttons refer to. */
  name: string | undefined;
  nameId: string;
  /** Otherwise each value has one line, and hovering shows the rest. */
  multiline?: boolean;
  className?: string;
}

export function FactRows({ facts, name, nameId, multiline, className }: FactRowsProps) {
  return (
    <dl className={classNames('grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-1', className)}>
      {facts.map(([label, fact, content = fact]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd
            id={label === name ? nameId : undefined}
            title={multiline ? undefined : fact}
            className={classNames(multiline ? 'wrap-anywhere' : 'truncate', label === name && 'font-semibold')}
          >
            {content}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface AgoProps {
  /** RFC 3339. */
  at: string;
  className?: string;
}

/** For use inside a sentence; hovering shows the date. */
export function Ago({ at, className }: AgoProps) {
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={fullDateTime(time)} className={className}>
      {relativeTime(time, useNow()).replace('Just', 'just')}
    </time>
  );
}

export function Details({ summary = 'Details', children }: { summary?: string; children: ReactNode }) {
  return (
    <details className="group mt-1 text-sm text-ink-soft">
      <summary className="flex min-h-6 w-fit list-none items-center gap-1 rounded-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" size={14} className="transition-transform duration-150 group-open:rotate-90" />
        {summary}
      </summary>
      <div className="mt-1">{children}</div>
    </details>
  );
}

/** About three lines on a phone. */
const defaultCharacters = 140;

interface LongTextProps {
  text: string;
  characters?: number;
}

export function LongText({ text, characters = defaultCharacters }: LongTextProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const all = [...text];
  // Hiding only a few characters isn't worth a click.
  if (all.length <= characters * 1.25) return text;
  return (
    <>
      {isExpanded ? text : `${all.slice(0, characters).join('').trimEnd()}…`}{' '}
      <button
        type="button"
        aria-expanded={isExpanded}
        onClick={() => setIsExpanded(!isExpanded)}
        className="text-link min-h-6 text-sm font-normal"
      >
        {isExpanded ? 'Show less' : 'Show all'}
      </button>
    </>
  );
}
