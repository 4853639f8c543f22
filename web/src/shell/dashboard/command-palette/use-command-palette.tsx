import type { PostEditorData } from '@site/proto/content/v1/posts.responses';
import { lazy, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { post } from '@/api/admin.js';
import { readSession } from '@/components/session/session.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import { LazySection } from '@/ui/lazy-section.js';
import { useToast } from '@/ui/toast.js';
import type { Deed } from './commands.js';
import { goShortcuts, useShortcutKeys } from './shortcuts.js';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.js')).CommandPalette }));
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.js')).ShortcutsDialog }));
const StormModeOpener = lazy(async () => ({
  default: (await import('@/dashboard-kit/storm-mode/storm-mode-dialog.js')).StormModeOpener,
}));

/** Also opens on Ctrl+K and ⌘K, and handles the other shortcuts of every screen. */
export function useCommandPalette(onSignOut: () => void) {
  const [open, setOpen] = useState<'palette' | 'storm' | 'shortcuts'>();
  const [keys] = useState(() => new SubmissionKeys());
  const navigate = useNavigate();
  const showToast = useToast();
  const close = useCallback(() => setOpen(undefined), []);
  const openPalette = useCallback(() => setOpen('palette'), []);
  const openStormMode = useCallback(() => setOpen('storm'), []);
  const openShortcuts = useCallback(() => setOpen('shortcuts'), []);
  const go = useCallback(
    (key: string) => {
      const shortcut = goShortcuts(readSession()).find((one) => one.key === key);
      if (shortcut) void navigate(shortcut.to);
    },
    [navigate],
  );
  useShortcutKeys({ onGo: go, onHelp: openShortcuts });

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      // The text editor may use the keys itself.
      if (!isShortcut || event.shiftKey || event.defaultPrevented) return;
      event.preventDefault();
      // An open dialog must be answered first.
      if (!document.querySelector('[role=dialog], [role=alertdialog]')) openPalette();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [openPalette]);

  async function startPost() {
    const values = { author: readSession()?.name ?? '' };
    try {
      const headers = keys.headersFor(values);
      const { data } = await post<PostEditorData>('/admin/main/post/draft', { values }, headers);
      keys.renew();
      void navigate(`/dashboard/blog?${new URLSearchParams({ post: data.post.id })}`);
    } catch {
      showToast('We couldn’t create a new post. Try again.', 'error');
    }
  }

  function act(deed: Deed) {
    if (deed === 'storm') openStormMode();
    else if (deed === 'new-post') void startPost();
    else if (deed === 'shortcuts') openShortcuts();
    else onSignOut();
  }

  return {
    openPalette,
    openStormMode,
    /** To be rendered at the end of the frame. */
    opened: (
      <LazySection key={open} missing={<Missing onSeen={close} />}>
        {open === 'palette' && <CommandPalette onClose={close} onDeed={act} />}
        {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
        {open === 'storm' && <StormModeOpener onClose={close} />}
      </LazySection>
    ),
  };
}

function Missing({ onSeen }: { onSeen: () => void }) {
  const showToast = useToast();
  useEffect(() => {
    showToast('This didn’t load. Check your connection and try again.', 'error');
    onSeen();
  }, [showToast, onSeen]);
  return null;
}
