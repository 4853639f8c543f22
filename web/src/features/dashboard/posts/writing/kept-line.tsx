import { useState } from 'react';
import { clockTimeIn, stateTimeZone } from '../../../../domain/time/times.js';
import { classNames } from '../../../../ui/class-names.js';
import type { Keeping } from './keeper.js';

const kept = (inBrowser: boolean) =>
  inBrowser ? 'A copy is kept in this browser.' : 'This browser can’t keep a copy, so leave this page open.';

/** Returns the save state as a sentence. */
export function keptWords(keeping: Keeping, isUnsaved: boolean): string {
  switch (keeping.is) {
    case 'untouched':
      return isUnsaved ? 'Not saved yet' : 'All changes saved';
    case 'waiting':
      return 'Not saved yet';
    case 'sending':
      return 'Saving…';
    case 'kept': {
      const time = clockTimeIn(keeping.at, stateTimeZone);
      return keeping.kind === 'saved' ? `Saved ${time}` : `Autosaved ${time}`;
    }
    case 'away':
      return keeping.signedOut
        ? `Not saved yet: your session has ended. ${kept(keeping.inBrowser)}`
        : `Not saved yet: the server isn’t responding. ${kept(keeping.inBrowser)}`;
    case 'refused':
      return `Not saved: ${keeping.why.replace(/\.?$/, '.')} ${kept(keeping.inBrowser)}`;
  }
}

/** Returns the announcement for screen readers, which skips routine autosaves. Undefined keeps the last one. */
function spoken(keeping: Keeping): string | undefined {
  if (keeping.is === 'away' || keeping.is === 'refused') return keptWords(keeping, true);
  if (keeping.is !== 'kept') return undefined;
  return keeping.kind === 'saved' ? keptWords(keeping, false) : 'Autosaved';
}

interface KeptLineProps {
  keeping: Keeping;
  isUnsaved: boolean;
}

/** Shows the save state. */
export function KeptLine({ keeping, isUnsaved }: KeptLineProps) {
  const [said, setSaid] = useState('');
  const now = spoken(keeping);
  if (now !== undefined && now !== said) setSaid(now);
  const isBad = keeping.is === 'away' || keeping.is === 'refused';
  return (
    <>
      <p aria-hidden="true" className={classNames('figures wrap-anywhere', isBad ? 'text-danger' : 'text-ink-soft')}>
        {keptWords(keeping, isUnsaved)}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
