import { classNames } from '../../ui/class-names.js';

interface WireNoteProps {
  /** Whether only the wire has said it so far. */
  fromWire: boolean;
  className?: string;
}

/** Says of an alert that it came before the list that the official page shows, where a reader may look for it in vain. */
export function WireNote({ fromWire, className }: WireNoteProps) {
  if (!fromWire) return null;
  return (
    <span className={classNames('block text-sm text-ink-soft', className)}>
      By the weather service’s own wire; its list follows.
    </span>
  );
}
