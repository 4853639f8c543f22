import type { PostValues } from '@site/proto/content/v1/posts.answers';
import { useMemo } from 'react';
import { differencesOf, type Piece } from './difference.js';
import { isSame } from './values.js';

interface DifferenceViewProps {
  older: PostValues;
  newer: PostValues;
}

/**
 * Marks removed and added text by line and by word, not only by color. No kerning, for the reason given in TextFrame.
 */
export function DifferenceView({ older, newer }: DifferenceViewProps) {
  const differences = useMemo(() => differencesOf(older, newer), [older, newer]);
  if (differences.length === 0)
    return <p>{isSame(older, newer) ? 'No differences.' : 'The words are the same. Only the formatting differs.'}</p>;
  return (
    <dl className="divide-y divide-line">
      {differences.map(({ where, pieces }, index) => (
        <div key={index} className="py-3">
          <dt className="text-sm font-semibold text-ink-soft">{where}</dt>
          <dd className="mt-1 [font-kerning:none] wrap-anywhere whitespace-pre-wrap">
            {pieces.map((piece, at) => (
              <PieceOfText key={at} {...piece} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function PieceOfText({ is, text }: Piece) {
  if (is === 'same') return text;
  if (is === 'removed')
    return (
      <del className="rounded-sm bg-severe-soft text-ink decoration-danger decoration-2">
        <span className="sr-only">[removed: </span>
        {text}
        <span className="sr-only">]</span>
      </del>
    );
  return (
    <ins className="rounded-sm bg-ozark-soft text-ink decoration-ozark decoration-2">
      <span className="sr-only">[added: </span>
      {text}
      <span className="sr-only">]</span>
    </ins>
  );
}
