import { ArrowUp } from 'lucide-react';
import { SCROLL_TO_TOP_AFTER } from '@/constants/display-constants.js';
import { useScrolledPast } from './scroll-position.js';

/**
 * Over the page's corner; in narrow windows with large text, where it would cover half a line, a bar of its own at the
 * bottom. Sticky, so that the bar doesn't cover the end of the page.
 */
export function ScrollToTop() {
  const isVisible = useScrolledPast(SCROLL_TO_TOP_AFTER);
  if (!isVisible) return null;
  function goUp() {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' });
    // The button disappears.
    document.getElementById('content')?.focus({ preventScroll: true });
  }
  return (
    <div className="@container pointer-events-none sticky bottom-0 z-30">
      <button
        type="button"
        aria-label="Scroll to top"
        onClick={goUp}
        className="card pointer-events-auto absolute right-[8px] bottom-[8px] flex size-[44px] items-center justify-center rounded-full text-ink hover:bg-surface-raised @max-[18rem]:static @max-[18rem]:w-full @max-[18rem]:rounded-none"
      >
        <ArrowUp aria-hidden="true" size={22} />
      </button>
    </div>
  );
}
