import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { stateTimeZone } from '../time/times.js';
import { Button } from '@/ui/button.js';
import { useTakenOver } from '@/ui/hydration.js';

export function PrintButton({ label }: { label: string }) {
  return (
    <Button tone="secondary" size="small" onClick={() => window.print()}>
      <Printer aria-hidden="true" size={16} />
      {label}
    </Button>
  );
}

const printedAt = () =>
  new Date().toLocaleString('en-US', {
    timeZone: stateTimeZone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/** Print only: time, source, and a note that the page goes out of date. */
export function PrintNote({ source }: { source?: string }) {
  const isTakenOver = useTakenOver();
  const [time, setTime] = useState(printedAt);
  useEffect(() => {
    const renew = () => flushSync(() => setTime(printedAt()));
    window.addEventListener('beforeprint', renew);
    return () => window.removeEventListener('beforeprint', renew);
  }, []);
  // Only the device knows its time.
  if (!isTakenOver) return null;
  return (
    <p className="mt-4 hidden text-sm print:block">
      {source && `${source} `}Printed {time} from {window.location.host}
      {window.location.pathname}. This is not an official warning service. What is in effect may have changed since
      then.
    </p>
  );
}
