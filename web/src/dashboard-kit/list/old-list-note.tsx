import { Banner } from '../../ui/banner.js';
import { useNow } from '../../domain/time/clock.js';
import { relativeTime } from '../../domain/time/times.js';

interface OldListNoteProps {
  /** What could not be loaded again, as a sentence. */
  text: string;
  /** When what is shown was loaded. */
  since: number;
}

/** Over a list that could not be loaded again: what is shown is old, and how old. */
export function OldListNote({ text, since }: OldListNoteProps) {
  const now = useNow();
  return (
    <Banner tone="error" className="mb-6">
      <p>{text}</p>
      <p className="text-ink-soft">What you see is from {relativeTime(since, now).replace('Just', 'just')}.</p>
    </Banner>
  );
}
