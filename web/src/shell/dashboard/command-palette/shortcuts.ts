import type { AdminScreen } from '@site/domain/dashboard-pages';
import { useEffect, useRef } from 'react';
import { allows, isModerator, isWriter, type Session } from '@/components/session/session.js';
import { storedText } from '@/ui/stored-text.js';
import * as screenNames from '@/strings/screen-names.js';
import * as strings from '@/strings/public-strings.js';
import { allScreens } from '../screens.js';

/** Keys after G, by screen. */
const keys: Partial<Record<AdminScreen, string>> = {
  home: 'h',
  blog: 'p',
  snapshot: 's',
  contact: 'm',
  sponsor: 'o',
  media: 'i',
  faq: 'f',
  newsletter: 'n',
  people: 'e',
  trash: 't',
  audit: 'a',
  jobs: 'j',
};

interface GoShortcut {
  key: string;
  label: string;
  to: string;
}

/** The screens that G and another key open for the user's role. */
export function goShortcuts(session: Session | undefined): GoShortcut[] {
  if (isWriter(session))
    return allScreens.flatMap(({ path, label, permission }) => {
      const key = keys[path];
      return key && allows(session, permission) ? [{ key, label, to: `/dashboard/${path}` }] : [];
    });
  if (!isModerator(session)) return [];
  return [
    { key: 's', label: screenNames.snapshots, to: '/moderate' },
    { key: 'm', label: strings.contactUs, to: '/moderate/messages' },
  ];
}

/** Speech input types single letters by accident, so users can turn these shortcuts off (WCAG 2.1.4). */
const stored = storedText('single-key shortcuts');

export const useSingleKeys = () => {
  const isOn = stored.useText() !== 'off';
  return { isOn, turn: (on: boolean) => stored.set(on ? null : 'off') };
};

/** How long G waits for the second key. */
const secondKeyMs = 1_500;

interface Handlers {
  onGo: (key: string) => void;
  onHelp: () => void;
}

/** Calls `onGo` with the key pressed after G, and `onHelp` on a question mark, but not while the user types. */
export function useShortcutKeys({ onGo, onHelp }: Handlers) {
  const { isOn } = useSingleKeys();
  const startedAt = useRef(-Infinity);
  useEffect(() => {
    if (!isOn) return;
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      const key = event.key.toLowerCase();
      const isSecond = event.timeStamp - startedAt.current < secondKeyMs;
      startedAt.current = key === 'g' && !isSecond ? event.timeStamp : -Infinity;
      if (key === '?') onHelp();
      else if (isSecond) onGo(key);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn, onGo, onHelp]);
}

const isBusy = (target: EventTarget | null) =>
  document.querySelector('[role=dialog], [role=alertdialog]') !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null);
