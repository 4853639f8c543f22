import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import SlickModule, { type Settings } from 'react-slick';
import 'slick-carousel/slick/slick.css';
import { IconButton } from '../button.js';
import { useMediaQuery, useReducedMotion } from '../media-query.js';

interface SlickCarouselProps {
  label: string;
  slides: { key: string; content: ReactNode }[];
}

/** react-slick is CommonJS: some module loaders hand out its exports, others its default export. */
const Slick = 'default' in SlickModule ? (SlickModule.default as typeof SlickModule) : SlickModule;

const transitionMs = 500;

/** An endless carousel with arrows. It moves only when asked to. */
export function SlickCarousel({ label, slides }: SlickCarouselProps) {
  const slick = useRef<SlickModule>(null);
  const box = useRef<HTMLElement>(null);
  const still = useReducedMotion();
  const isSmall = useMediaQuery('(max-width: 767.98px)');
  const isPhone = useMediaQuery('(max-width: 577.98px)');
  const shown = isPhone ? 1 : isSmall ? 2 : 3;

  useInertOutside(box);

  const settings: Settings = {
    infinite: true,
    speed: still ? 0 : transitionMs,
    slidesToShow: shown,
    slidesToScroll: 1,
    autoplay: false,
    arrows: false,
    dots: false,
    accessibility: false,
  };
  return (
    <section ref={box} aria-roledescription="carousel" aria-label={label} className="slick-box">
      <Slick ref={slick} key={shown} {...settings}>
        {slides.map(({ key, content }) => (
          <div key={key} className="h-full px-2 md:px-3">
            {content}
          </div>
        ))}
      </Slick>
      <div className="mt-4 flex justify-center gap-3">
        <IconButton
          label="Previous slide"
          className="bg-surface shadow-card"
          onClick={() => slick.current?.slickPrev()}
        >
          <ChevronLeft aria-hidden="true" size={22} />
        </IconButton>
        <IconButton label="Next slide" className="bg-surface shadow-card" onClick={() => slick.current?.slickNext()}>
          <ChevronRight aria-hidden="true" size={22} />
        </IconButton>
      </div>
    </section>
  );
}

/**
 * Slick hides what is outside its window, and the copies that make it endless, with `aria-hidden`, but links in them still
 * take the focus (axe: aria-hidden-focus). `inert` takes them out of reach, and follows every move.
 */
function useInertOutside(box: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const update = () => {
      for (const slide of element.querySelectorAll<HTMLElement>('.slick-slide')) {
        slide.inert = slide.getAttribute('aria-hidden') !== 'false' || slide.classList.contains('slick-cloned');
      }
    };
    update();
    const observer = new MutationObserver(update);
    observer.observe(element, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-hidden', 'class'],
    });
    return () => observer.disconnect();
  });
}
