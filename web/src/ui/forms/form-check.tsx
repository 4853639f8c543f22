import { useRef, useState, type RefObject } from 'react';
import { useTakenOver } from '../hydration.js';

/**
 * Two unobtrusive bot signals: a honeypot field, and the time since the form was shown. They are sent in a header, so
 * that the body follows the specification; the gateway evaluates them.
 */
export function useFormCheck() {
  const [renderedAt] = useState(() => performance.now());
  const trap = useRef<HTMLInputElement>(null);
  const headers = (): Record<string, string> => ({
    'X-Form-Check': `${trap.current?.value ? 1 : 0};${Math.round(performance.now() - renderedAt)}`,
  });
  return { trap, headers };
}

/**
 * The field that only bots fill in. Its name means nothing to browsers and password managers. It isn't in the server's
 * markup, so that browsers without scripts don't send it.
 */
export function Honeypot({ trap }: { trap: RefObject<HTMLInputElement | null> }) {
  const isTakenOver = useTakenOver();
  if (!isTakenOver) return null;
  return (
    <div aria-hidden="true" inert className="sr-only">
      <label>
        Leave this empty
        <input ref={trap} name="homepage" tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" />
      </label>
    </div>
  );
}
