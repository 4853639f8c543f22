import { lazy, Suspense, type ReactNode } from 'react';

const SlickCarousel = lazy(() => import('./slick-carousel.js').then((module) => ({ default: module.SlickCarousel })));

/** Up to this many items stand in a plain grid. */
const gridUpTo = 3;

interface CarouselProps {
  /** What it shows, for people who do not see it. */
  label: string;
  slides: { key: string; content: ReactNode }[];
}

/** Three slides beside each other, two on small screens, one on phones; with three items or fewer, a plain grid. */
export function Carousel({ label, slides }: CarouselProps) {
  const grid = (
    <ul aria-label={label} className="grid gap-4 sm:grid-cols-2 md:grid-cols-3 md:gap-6">
      {slides.slice(0, gridUpTo).map(({ key, content }, index) => (
        // While the carousel loads, the grid shows just as many as it will.
        <li key={key} className={slides.length > gridUpTo ? (['', 'max-sm:hidden', 'max-md:hidden'][index] ?? '') : ''}>
          {content}
        </li>
      ))}
    </ul>
  );
  if (slides.length <= gridUpTo) return grid;
  return (
    <Suspense fallback={<div className="pb-16">{grid}</div>}>
      <SlickCarousel label={label} slides={slides} />
    </Suspense>
  );
}
