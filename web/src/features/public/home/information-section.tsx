import { ArrowRight, CalendarDays, CloudLightning, MessagesSquare, SquarePlay } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSiteContent } from '../../../domain/content/site-content.js';
import * as strings from '../../../strings.js';
import { OutsideLink } from '../../../ui/outside-link.js';
import { Section } from '../../../ui/section.js';

/** Four ways to hear more. A card whose destination is not configured stays on the site. */
export function InformationSection() {
  const { data } = useSiteContent();
  const cards = [
    {
      title: 'Live chats',
      text: 'Talk with the team and with neighbours while a storm is on its way.',
      to: data?.site.text_dispatch_url || '/alert',
      Icon: MessagesSquare,
    },
    {
      title: 'Live storm coverage',
      text: 'Watch the sky over the state through our cameras.',
      to: '/livecam',
      Icon: CloudLightning,
    },
    {
      title: 'Video channel',
      text: 'Forecasts and storm reports, explained on video.',
      to: data?.site.video_channel_url || '/livecam',
      Icon: SquarePlay,
    },
    {
      title: '7-day forecasts',
      text: 'What the week brings, day by day.',
      to: '/forecast',
      Icon: CalendarDays,
    },
  ];
  return (
    <Section title={strings.informationHeading} className="container-page">
      <ul className="mt-6 grid grid-cols-2 gap-3 md:gap-6 xl:grid-cols-4">
        {cards.map(({ title, text, to, Icon }) => {
          const external = /^https?:/.test(to);
          const look =
            'card group flex h-full flex-col items-start gap-3 p-4 transition-transform duration-200 ease-out hover:-translate-y-0.5 sm:gap-4 sm:p-6';
          const content = (
            <>
              <span className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-sky-soft text-sky-strong">
                <Icon aria-hidden="true" size={24} />
              </span>
              <span className="min-w-0 flex-1">
                <h3 className="text-base sm:text-lg">{title}</h3>
                {/* On a phone the four are a row of doors, not a page to read. */}
                <p className="mt-1 hidden text-ink-soft sm:block">{text}</p>
              </span>
              <ArrowRight
                aria-hidden="true"
                size={20}
                className="hidden shrink-0 text-sky-strong transition-transform duration-200 ease-out group-hover:translate-x-1 sm:block"
              />
            </>
          );
          return (
            <li key={title}>
              {external ? (
                <OutsideLink href={to} className={look}>
                  {content}
                </OutsideLink>
              ) : (
                <Link to={to} className={look}>
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
