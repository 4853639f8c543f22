import { useState } from 'react';

/** About three lines on a phone. */
const usualCharacters = 140;

interface LongTextProps {
  text: string;
  /** Longer texts are collapsed. */
  characters?: number;
}

/** A user-written text in a list: its start, with a button for the rest. */
export function LongText({ text, characters = usualCharacters }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  const all = [...text];
  // Hiding only a few characters wouldn't be worth a click.
  if (all.length <= characters * 1.25) return text;
  return (
    <>
      {isWhole ? text : `${all.slice(0, characters).join('').trimEnd()}…`}{' '}
      <button
        type="button"
        aria-expanded={isWhole}
        onClick={() => setIsWhole(!isWhole)}
        className="text-link min-h-6 text-sm font-normal"
      >
        {isWhole ? 'Show less' : 'Show all'}
      </button>
    </>
  );
}
