import { useRef, useState, type RefObject } from 'react';

/**
 * Two quiet signs that tell people from programs: a field that people cannot see, and the time since the form was shown. They
 * travel in a header, so that the body stays what the specification says; the gateway judges them.
 */
export function useFormCheck() {
  const [shownAt] = useState(() => performance.now());
  const trap = useRef<HTMLInputElement>(null);
  const headers = (): Record<string, string> => ({
    'X-Form-Check': `${trap.current?.value ? 1 : 0};${Math.round(performance.now() - shownAt)}`,
  });
  return { trap, headers };
}

/** The field that only programs fill in. Its name means nothing to a browser or password manager that fills in for people. */
export function Honeypot({ trap }: { trap: RefObject<HTMLInputElement | null> }) {
  return (
    <div aria-hidden="true" inert className="sr-only">
      <label>
        Leave this empty
        <input ref={trap} name="homepage" tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" />
      </label>
    </div>
  );
}
