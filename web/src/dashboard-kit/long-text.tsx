import { useState } from 'react';

/** About three lines on a phone. */
const usualCharacters = 140;

interface LongTextProps {
  text: string;
  /** More than this is folded. */
  characters?: number;
}

/** A text as long as somebody typed it, in a list: its beginning, and the rest of it at a click. */
export function LongText({ text, characters = usualCharacters }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  const all = [...text];
  // A few characters more are shown: unfolding them would not be worth a click.
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
