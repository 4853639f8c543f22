import { readToken } from '@/api/api.js';
import { beforeSignOut } from '@/components/session/unsaved-drafts.js';
import { useEffect } from 'react';
import type { Autosaver } from './autosave.js';

/** Sends unsent changes when the page is hidden or left, and asks before losing any. */
export function useLeaveGuard(autosaver: Autosaver) {
  useEffect(() => {
    const flush = () => void autosaver.flush();
    const onVisibility = () => document.visibilityState === 'hidden' && flush();
    const warn = (event: BeforeUnloadEvent) => autosaver.wouldLose && event.preventDefault();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', flush);
    window.addEventListener('beforeunload', warn);
    const stay = beforeSignOut(() => autosaver.flush());
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('beforeunload', warn);
      stay();
      // After signing out, no text may remain in this browser.
      if (readToken() === undefined) autosaver.stop();
      else flush();
    };
  }, [autosaver]);
}
