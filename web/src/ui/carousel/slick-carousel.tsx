import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Settings } from 'react-slick';
import { CAROUSEL_SLIDES, CAROUSEL_SLIDES_BELOW, CAROUSEL_SPEED_MS } from '@/constants/display-constants.js';
import { IconButton } from '../button.js';
import { useMediaQuery, useReducedMotion } from '../media-query.js';
import { Slick, type SlickHandle, slickSettings, useHiddenSlides } from './slick.js';

interface SlickCarouselProps {
  label: string;
  slides: { key: string; content: ReactNode }[];
}

const [small, phone] = CAROUSEL_SLIDES_BELOW;
/** Excludes the width itself; on scaled screens, windows may be a fraction of a pixel wide. */
const below = (width: number) => `(max-width: ${width - 0.02}px)`;

/** Never moves by itself. */
export function SlickCarousel({ label, slides }: SlickCarouselProps) {
  const slick = useRef<SlickHandle>(null);
  const box = useRef<HTMLElement>(null);
  const still = useReducedMotion();
  const isSmall = useMediaQuery(below(small.width));
  const isPhone = useMediaQuery(below(phone.width));
  const visibleSlides = isPhone ? phone.slides : isSmall ? small.slides : CAROUSEL_SLIDES;

  useHiddenSlides(box);

  const settings: Settings = {
    ...slickSettings,
    speed: still ? 0 : CAROUSEL_SPEED_MS,
    slidesToShow: visibleSlides,
    slidesToScroll: 1,
  };
  return (
    <section ref={box} aria-roledescription="carousel" aria-label={label} className="slick-box relative">
      <Slick ref={slick} key={visibleSlides} {...settings}>
        {slides.map(({ key, content }) => (
          <div key={key} data-slide={key} className="h-full px-2 md:px-3">
            {content}
          </div>
        ))}
      </Slick>
      {/* On a phone over the slide's picture, which has the same shape in all carousels. */}
      <div className="flex gap-3 max-sm:pointer-events-none max-sm:absolute max-sm:inset-x-4 max-sm:top-0 max-sm:aspect-16/9 max-sm:items-center max-sm:justify-between sm:mt-4 sm:justify-center">
        <IconButton
          label="Previous slide"
          className="pointer-events-auto bg-surface shadow-card"
          onClick={() => slick.current?.slickPrev()}
        >
          <ChevronLeft aria-hidden="true" size={22} />
        </IconButton>
        <IconButton
          label="Next slide"
          className="pointer-events-auto bg-surface shadow-card"
          onClick={() => slick.current?.slickNext()}
        >
          <ChevronRight aria-hidden="true" size={22} />
        </IconButton>
      </div>
    </section>
  );
}
