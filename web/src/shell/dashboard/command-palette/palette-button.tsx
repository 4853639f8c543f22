/** Buttons in the dashboard's bar that open the command palette and storm mode. */
import { CloudLightning, Search } from 'lucide-react';
import { IconButton } from '@/ui/button.js';

interface PaletteButtonProps {
  onClick: () => void;
  small?: boolean;
}

const label = 'Search or jump to…';
export const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

export function PaletteButton({ onClick, small }: PaletteButtonProps) {
  if (small)
    return (
      <IconButton label={label} aria-haspopup="dialog" onClick={onClick}>
        <Search aria-hidden="true" size={20} />
      </IconButton>
    );
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className="flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-full px-3.5 text-left text-ink-soft ring-1 ring-edge transition-colors duration-150 ring-inset hover:bg-surface-raised pointer-fine:min-h-10"
    >
      <Search aria-hidden="true" size={18} className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">
        Search
        {/* The sidebar has no room for these words. */}
        <span className="sr-only"> or jump to…</span>
      </span>
      <kbd aria-hidden="true" className="text-sm">
        {isMac() ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}

/** Available on every screen: not every user's first one is the overview. */
export function StormModeButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton label="Storm mode" title="Storm mode" aria-haspopup="dialog" onClick={onClick}>
      <CloudLightning aria-hidden="true" size={20} />
    </IconButton>
  );
}
