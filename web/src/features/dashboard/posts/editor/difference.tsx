import { type Block, plainTextOf, type RichTextDocument } from '@site/domain/content/rich-text';
import type { PostValues } from '@site/proto/content/v1/posts.responses';
import { diffArrays, diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { isSame } from './post-values.js';

/** No kerning, for the reason given in TextFrame. */
export function DifferenceView({ older, newer }: { older: PostValues; newer: PostValues }) {
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

export interface Piece {
  is: 'same' | 'removed' | 'added';
  text: string;
}

interface Difference {
  where: string;
  pieces: Piece[];
}

const fields = [
  ['title', 'Blog Title'],
  ['excerpt', 'Excerpt'],
  ['slug', 'Address'],
  ['author', 'Author'],
  ['tags', 'Tags'],
  ['url', 'URL'],
] as const;

/** Compares texts by paragraph. */
export function differencesOf(older: PostValues, newer: PostValues): Difference[] {
  const differences = fields.flatMap(([name, where]): Difference[] => {
    const [was, is] = [older[name], newer[name]].map((value) => (Array.isArray(value) ? value.join(', ') : value));
    return was === is ? [] : [{ where, pieces: piecesOf(was ?? '', is ?? '') }];
  });
  if (older.cover_media_id !== newer.cover_media_id)
    differences.push({
      where: 'Cover Image',
      pieces: piecesOf(older.cover_media_id && 'A picture', newer.cover_media_id && 'Another picture'),
    });
  return [...differences, ...paragraphDifferences(older.document, newer.document)];
}

const embedded: Partial<Record<Block['type'], string>> = {
  image: 'A picture',
  snapshot: 'A visitor’s photo',
  warning: 'A weather warning',
};

/** Other blocks get a label with their id, so that another picture is a change. */
const paragraphsOf = (document: RichTextDocument | null) =>
  (document?.content ?? []).map((block) => {
    const name = embedded[block.type];
    if (name) return `[${name}: ${Object.values('attrs' in block ? (block.attrs ?? {}) : {}).join()}]`;
    return plainTextOf({ type: 'doc', content: [block] });
  });

function paragraphDifferences(older: RichTextDocument | null, newer: RichTextDocument | null): Difference[] {
  const changes = diffArrays(paragraphsOf(older), paragraphsOf(newer));
  const found: Difference[] = [];
  let number = 0;
  changes.forEach(({ added, removed, value }, index) => {
    if (!added && !removed) number += value.length;
    if (removed) {
      const next = changes[index + 1];
      const instead = next?.added ? next.value : [];
      value.forEach((text, at) =>
        found.push({ where: placeOf(number + at), pieces: piecesOf(text, instead[at] ?? '') }),
      );
      instead
        .slice(value.length)
        .forEach((text, at) => found.push({ where: placeOf(number + value.length + at), pieces: piecesOf('', text) }));
    }
    if (added) {
      if (!changes[index - 1]?.removed)
        value.forEach((text, at) => found.push({ where: placeOf(number + at), pieces: piecesOf('', text) }));
      number += value.length;
    }
  });
  return found.filter(({ pieces }) => pieces.length > 0);
}

const placeOf = (index: number) => `Paragraph ${index + 1}`;

/** Longer texts are shown whole: a word-by-word comparison would freeze the page. */
const maxComparedLength = 20_000;

function piecesOf(was: string, is: string): Piece[] {
  if (was.length + is.length > maxComparedLength || !was || !is) {
    const pieces: Piece[] = [
      { is: 'removed', text: was },
      { is: 'added', text: is },
    ];
    return pieces.filter(({ text }) => text !== '');
  }
  return diffWordsWithSpace(was, is).map(({ added, removed, value }) => ({
    is: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
