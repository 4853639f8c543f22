import { type RefObject, useEffect } from 'react';
import SlickModule, { type Settings } from 'react-slick';
import 'slick-carousel/slick/slick.css';

/** react-slick is CommonJS: some module loaders return its exports, others its default export. */
export const Slick = 'default' in SlickModule ? (SlickModule.default as typeof SlickModule) : SlickModule;
export type SlickHandle = SlickModule;

/** The buttons and dots around it are ours. */
export const slickSettings: Settings = {
  infinite: true,
  autoplay: false,
  arrows: false,
  dots: false,
  accessibility: false,
};

/**
 * Hides slides outside the window. Slick sets `aria-hidden` on them, but their links remain focusable (axe:
 * aria-hidden-focus); `inert` prevents that. Of visible slides with the same content (`data-slide`), only one is
 * exposed to assistive technology.
 */
export function useHiddenSlides(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const update = () => {
      const met = new Set<string>();
      const slides = [...element.querySelectorAll<HTMLElement>('.slick-slide')];
      // Center slide first: of two duplicates, it is the one to expose.
      slides.sort((one, other) => Number(isCentre(other)) - Number(isCentre(one)));
      for (const slide of slides) {
        const content = slide.querySelector<HTMLElement>('[data-slide]');
        const key = content?.dataset.slide ?? '';
        const inWindow = slide.getAttribute('aria-hidden') === 'false';
        const isDuplicate = inWindow && key !== '' && met.has(key);
        if (inWindow) met.add(key);
        slide.inert = !inWindow || isDuplicate;
        if (content && content.ariaHidden !== String(isDuplicate)) content.ariaHidden = String(isDuplicate);
      }
    };
    update();
    const observer = new MutationObserver(update);
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['aria-hidden', 'class'] });
    return () => observer.disconnect();
  });
}

const isCentre = (slide: HTMLElement) => slide.classList.contains('slick-center');
