import { ArrowUp } from 'lucide-react';
import { SCROLL_TO_TOP_AFTER } from '@/constants/display-constants.js';
import { useScrolledPast } from './scroll-position.js';

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
    <button
      type="button"
      aria-label="Scroll to top"
      onClick={goUp}
      className="card fixed right-[8px] bottom-[8px] z-30 inline-flex size-[44px] items-center justify-center rounded-full text-ink hover:bg-surface-raised"
    >
      <ArrowUp aria-hidden="true" size={22} />
    </button>
  );
}
