import { lazy, type ReactNode, useRef } from 'react';
import { CAROUSEL_GRID_UP_TO } from '@/constants/display-constants.js';
import { LazySection } from '../lazy-section.js';
import { useNearViewport } from '../near-viewport.js';
import { classNames } from '../class-names.js';
import { Loading, Skeleton } from '../skeleton.js';

const SlickCarousel = lazy(() => import('./slick-carousel.js').then((module) => ({ default: module.SlickCarousel })));

interface CarouselProps {
  label: string;
  slides: { key: string; content: ReactNode }[];
}

/** Shows a plain grid for three items or fewer. Its code loads when it is near the viewport. */
export function Carousel({ label, slides }: CarouselProps) {
  const box = useRef<HTMLDivElement>(null);
  const near = useNearViewport(box);
  const moves = slides.length > CAROUSEL_GRID_UP_TO;
  const grid = (
    <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 md:grid-cols-3 md:gap-6">
      {slides.slice(0, CAROUSEL_GRID_UP_TO).map(({ key, content }, index) => (
        // Until it loads, shows as many slides as it will.
        <li key={key} className={moves ? (['', 'max-sm:hidden', 'max-md:hidden'][index] ?? '') : ''}>
          {content}
        </li>
      ))}
    </ul>
  );
  // In its box from the start, because a list may grow later.
  if (!moves) return <div ref={box}>{grid}</div>;
  const still = <div className="sm:pb-16">{grid}</div>;
  return (
    <div ref={box}>
      {near ? (
        <LazySection waiting={still} missing={still}>
          <SlickCarousel label={label} slides={slides} />
        </LazySection>
      ) : (
        still
      )}
    </div>
  );
}

export function CardsWaiting({ label, className }: { label: string; className: string }) {
  return (
    <Loading
      label={label}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 sm:pb-16 md:grid-cols-3 md:gap-6"
    >
      {['', 'max-sm:hidden', 'max-md:hidden'].map((where) => (
        <Skeleton key={where} className={classNames('rounded-lg', className, where)} />
      ))}
    </Loading>
  );
}
