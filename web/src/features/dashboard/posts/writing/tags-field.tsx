import { canonicalLine } from '@site/domain/canonical-text';
import { postLengths } from '@site/proto/content/v1/posts.schema';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { TextField } from '../../../../ui/forms/field.js';

interface TagsFieldProps {
  tags: string[];
  error: string | undefined;
  onChange: (tags: string[]) => void;
}

/** Tag input: a comma or Enter ends a tag; a button removes it, and Backspace removes the last one. */
export function TagsField({ tags, error, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();

  /** Adds typed text as tags. */
  function take(text: string) {
    const given = text.split(',').map(canonicalLine).filter(Boolean);
    const known = new Set(tags.map((tag) => tag.toLowerCase()));
    const fresh = given.filter((tag) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()));
    const { tag: longest, tags: most } = postLengths;
    if (fresh.some((tag) => tag.length > longest)) return setProblem(`A tag can have at most ${longest} characters`);
    if (tags.length + fresh.length > most) return setProblem(`A post can have at most ${most} tags`);
    setProblem(undefined);
    setTyped('');
    if (fresh.length > 0) onChange([...tags, ...fresh]);
  }

  return (
    <div>
      <TextField
        ref={input}
        label="Tags"
        hint="Press Enter or type a comma to add a tag."
        value={typed}
        error={problem ?? error}
        autoComplete="off"
        onChange={(event) => {
          setProblem(undefined);
          if (event.target.value.includes(',')) take(event.target.value);
          else setTyped(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            take(typed);
          } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1));
        }}
        onBlur={() => typed && take(typed)}
      />
      {tags.length > 0 && (
        <ul aria-label="Tags of this post" className="mt-2 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex min-h-8 max-w-full items-center gap-1 rounded-full bg-sky-soft pl-3 text-sm"
            >
              <span className="min-w-0 wrap-anywhere">{tag}</span>
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => {
                  onChange(tags.filter((one) => one !== tag));
                  input.current?.focus();
                }}
                className="inline-flex size-8 shrink-0 items-center justify-center rounded-full hover:bg-surface-raised"
              >
                <X aria-hidden="true" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
