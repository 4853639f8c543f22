import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '@/ui/class-names.js';
import { useSiteContent } from '@/components/content/site-content.js';

/** The specification's number of repetitions; the text moves by one of them and restarts, which looks endless. */
const copies = 10;
/** Loop times by the longest text in characters, for about the same speed. */
const paces: readonly [length: number, look: string][] = [
  [62, '[animation-duration:10s]'],
  [94, '[animation-duration:15s]'],
  [140, '[animation-duration:22s]'],
  [210, '[animation-duration:33s]'],
  [310, '[animation-duration:50s]'],
  [460, '[animation-duration:74s]'],
  [700, '[animation-duration:112s]'],
];
const slowest = '[animation-duration:170s]';

/**
 * The administrator's scrolling text. It pauses on the button, on hover and on focus, and never moves for visitors who
 * prefer reduced motion.
 */
export function TopBar() {
  const { data } = useSiteContent();
  const [paused, setPaused] = useState(false);
  const text = data?.header?.trim();
  if (!text) return null;
  const pace = paces.find(([length]) => text.length <= length)?.[1] ?? slowest;
  return (
    <section aria-label="Announcement" className="flex items-center bg-bar text-on-bar">
      <div
        className="marquee min-w-0 flex-1 overflow-hidden py-2 text-sm font-medium"
        data-paused={paused || undefined}
      >
        <div className={classNames('marquee-track flex w-max', pace)}>
          {Array.from({ length: copies }, (_, index) => (
            <span key={index} aria-hidden={index > 0 || undefined} className="pr-16 pl-4 whitespace-nowrap">
              {text}
            </span>
          ))}
        </div>
      </div>
      <button
        type="button"
        aria-pressed={paused}
        aria-label="Pause the announcement"
        onClick={() => setPaused(!paused)}
        className="mx-1 inline-flex size-9 shrink-0 items-center justify-center rounded-full hover:bg-white/15 focus-visible:outline-offset-[-3px] motion-reduce:hidden"
      >
        {paused ? <Play aria-hidden="true" size={16} /> : <Pause aria-hidden="true" size={16} />}
      </button>
    </section>
  );
}
