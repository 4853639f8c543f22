import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useSiteContent } from '../../domain/content/site-content.js';

/** The specification's number of repetitions; the text moves by one of them and restarts, which looks endless. */
const copies = 10;
const secondsPerCharacter = 0.16;
const shortestLoopSeconds = 10;

/**
 * The administrator's scrolling text. It pauses on the button, on hover and on focus, and never moves for visitors who
 * prefer reduced motion.
 */
export function TopBar() {
  const { data } = useSiteContent();
  const [paused, setPaused] = useState(false);
  const text = data?.header?.trim();
  if (!text) return null;
  const duration = Math.max(shortestLoopSeconds, text.length * secondsPerCharacter);
  return (
    <section aria-label="Announcement" className="flex items-center bg-bar text-on-bar">
      <div
        className="marquee min-w-0 flex-1 overflow-hidden py-2 text-sm font-medium"
        data-paused={paused || undefined}
      >
        <div className="marquee-track flex w-max" style={{ animationDuration: `${duration}s` }}>
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
