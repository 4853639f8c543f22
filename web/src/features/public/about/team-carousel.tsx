import type { Member } from '@site/proto/content/v1/team.responses';
import { useRef, useState } from 'react';
import type { Settings } from 'react-slick';
import { Slick, type SlickHandle, slickSettings, useHiddenSlides } from '@/ui/carousel/slick.js';
import { useMediaQuery, useReducedMotion } from '@/ui/media-query.js';
import { CAROUSEL_SPEED_MS } from '@/constants/display-constants.js';
import { MemberCard } from './member-card.js';
import { middleOf, teamSlides, teamView } from './team-slides.js';

/** Team carousel with a larger middle member. A dot or a click moves a member to the middle. */
export function TeamCarousel({ members, isSample }: { members: Member[]; isSample: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const slick = useRef<SlickHandle>(null);
  const still = useReducedMotion();
  const isMedium = useMediaQuery('(max-width: 992px)');
  const isSmall = useMediaQuery('(max-width: 768px)');
  const isPhone = useMediaQuery('(max-width: 576px)');
  const fitting = new Map([
    [992, isMedium],
    [768, isSmall],
    [576, isPhone],
  ]);
  const view = teamView((width) => fitting.get(width) ?? true);
  const slides = teamSlides(members);
  const [active, setActive] = useState(middleOf(slides.length));

  useHiddenSlides(box);

  const settings: Settings = {
    ...slickSettings,
    centerMode: true,
    centerPadding: view.padding,
    slidesToShow: view.slides,
    initialSlide: active,
    speed: still ? 0 : CAROUSEL_SPEED_MS,
    focusOnSelect: true,
    beforeChange: (_from, to) => setActive(to),
  };
  return (
    <div ref={box} role="group" aria-roledescription="carousel" aria-label="Team members" className="team-box">
      <Slick ref={slick} key={`${view.slides} ${view.padding}`} {...settings}>
        {slides.map(({ member }, index) => (
          // Slick sets `display` on the slide, so a nested box centers the card.
          <div key={index} data-slide={member.id} className="h-full">
            <div className="flex h-full justify-center px-2 py-6 md:px-3">
              <MemberCard member={member} isSample={isSample} />
            </div>
          </div>
        ))}
      </Slick>
      <ul className="mt-2 flex flex-wrap justify-center">
        {slides.map(({ member, repeated }, index) => (
          // Assistive technology skips repeated slides, so that each member is announced once.
          <li key={index} aria-hidden={repeated || undefined}>
            <button
              type="button"
              tabIndex={repeated ? -1 : undefined}
              aria-label={`Show ${member.name}`}
              aria-current={index === active || undefined}
              onClick={() => slick.current?.slickGoTo(index)}
              className="group inline-flex size-9 items-center justify-center rounded-full"
            >
              <span className="size-2.5 rounded-full bg-edge transition-[width,background-color] duration-200 group-hover:bg-sky-strong group-aria-current:w-6 group-aria-current:bg-sky-strong" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
