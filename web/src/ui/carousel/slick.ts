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
