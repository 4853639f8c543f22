import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button.js';
import { useMediaQuery } from './media-query.js';
import { useTakenOver } from './hydration.js';

function readTheme(): 'light' | 'dark' | undefined {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}

/**
 * Toggles between light and dark. Choosing the system's theme clears the choice, so that the page follows the system
 * again.
 */
export function ThemeToggle() {
  const isTakenOver = useTakenOver();
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)');
  // Undefined until a choice on this page, null for the system's theme.
  const [preference, setPreference] = useState<'light' | 'dark' | null>();
  const selectedTheme = preference === undefined && isTakenOver ? readTheme() : preference;
  const isDark = selectedTheme ? selectedTheme === 'dark' : systemIsDark;

  function toggle() {
    const next = isDark ? 'light' : 'dark';
    const isSystems = (next === 'dark') === systemIsDark;
    setPreference(isSystems ? null : next);
    try {
      if (isSystems) {
        delete document.documentElement.dataset.theme;
        localStorage.removeItem('theme');
      } else {
        document.documentElement.dataset.theme = next;
        localStorage.setItem('theme', next);
      }
    } catch {
      // Without storage, the choice lasts until the page closes.
    }
  }

  return (
    <IconButton label={isDark ? 'Use the light theme' : 'Use the dark theme'} onClick={toggle}>
      {isDark ? <Sun aria-hidden="true" size={20} /> : <Moon aria-hidden="true" size={20} />}
    </IconButton>
  );
}
