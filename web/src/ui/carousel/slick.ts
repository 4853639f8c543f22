import { type RefObject, useEffect } from 'react';
import SlickModule, { type Settings } from 'react-slick';
import 'slick-carousel/slick/slick.css';

/** react-slick is CommonJS: some module loaders hand out its exports, others its default export. */
export const Slick = 'default' in SlickModule ? (SlickModule.default as typeof SlickModule) : SlickModule;
export type SlickHandle = SlickModule;

/** It moves only when asked to; the buttons and dots around it are ours. */
export const slickSettings: Settings = {
  infinite: true,
  autoplay: false,
  arrows: false,
  dots: false,
  accessibility: false,
};

/**
 * Slick hides what is outside its window with `aria-hidden`, but links in there still take the focus (axe:
 * aria-hidden-focus). `inert` takes them out of reach, and follows every move. Of slides that show the same
 * (`data-slide`) inside the window, one is there for everybody, the others are for the eye alone.
 */
export function useHiddenSlides(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const update = () => {
      const met = new Set<string>();
      const slides = [...element.querySelectorAll<HTMLElement>('.slick-slide')];
      // The middle one first: where two are alike, it is the one that is meant.
      slides.sort((one, other) => Number(isCentre(other)) - Number(isCentre(one)));
      for (const slide of slides) {
        const content = slide.querySelector<HTMLElement>('[data-slide]');
        const key = content?.dataset.slide ?? '';
        const inWindow = slide.getAttribute('aria-hidden') === 'false';
        const again = inWindow && key !== '' && met.has(key);
        if (inWindow) met.add(key);
        slide.inert = !inWindow || again;
        if (content && content.ariaHidden !== String(again)) content.ariaHidden = String(again);
      }
    };
    update();
    const observer = new MutationObserver(update);
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['aria-hidden', 'class'] });
    return () => observer.disconnect();
  });
}

const isCentre = (slide: HTMLElement) => slide.classList.contains('slick-center');
