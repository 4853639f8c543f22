/** Note on a warning that came from the NWWS-OI feed before the weather service's list had it. */
import { classNames } from '@/ui/class-names.js';

interface NwwsNoteProps {
  /** The alert has arrived only over NWWS-OI so far. */
  fromNwws: boolean;
  className?: string;
}

/** The official page may not list the alert yet. */
export function NwwsNote({ fromNwws, className }: NwwsNoteProps) {
  if (!fromNwws) return null;
  return (
    <span className={classNames('block text-sm text-ink-soft', className)}>
      Received directly from the weather service, before its public list was updated.
    </span>
  );
}
