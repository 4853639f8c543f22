import { Banner } from '../../ui/banner.js';
import { useNow } from '../../domain/time/clock.js';
import { relativeTime } from '../../domain/time/times.js';

interface OldListNoteProps {
  /** What could not be loaded again, as a sentence. */
  text: string;
  /** When what is shown was loaded. */
  since: number;
}

/** Above a list that could not be reloaded: says how old it is. */
export function OldListNote({ text, since }: OldListNoteProps) {
  const now = useNow();
  return (
    <Banner tone="error" className="mb-6">
      <p>{text}</p>
      <p className="text-ink-soft">What you see is from {relativeTime(since, now).replace('Just', 'just')}.</p>
    </Banner>
  );
}
