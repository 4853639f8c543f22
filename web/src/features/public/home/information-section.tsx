import { ArrowRight, CalendarDays, CloudLightning, MessagesSquare, SquarePlay } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSiteContent } from '@/components/content/site-content.js';
import * as strings from '@/strings/public-strings.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { Section } from '@/ui/page-section.js';

/** A card without a configured destination names another one that exists. */
export function InformationSection() {
  const site = useSiteContent().data?.site;
  const cards = [
    {
      title: 'Live chats',
      ...(site?.text_dispatch_url
        ? { text: 'Chat with the team and your neighbors when a storm is on its way.', to: site.text_dispatch_url }
        : { text: 'Get warnings on this device.', to: '/alert' }),
      Icon: MessagesSquare,
    },
    {
      title: 'Live storm coverage',
      ...(site?.livecam_urls.some(Boolean)
        ? { text: 'Watch the sky across the state on our webcams.', to: '/livecam' }
        : { text: 'Radar and storm reports on the map.', to: '/map' }),
      Icon: CloudLightning,
    },
    {
      title: 'Video channel',
      ...(site?.video_channel_url
        ? { text: 'Forecasts and storm reports, explained on video.', to: site.video_channel_url }
        : { text: 'Read our latest posts.', to: '/blogs' }),
      Icon: SquarePlay,
    },
    {
      title: '7-day forecasts',
      text: 'The week ahead, day by day.',
      to: '/forecast',
      Icon: CalendarDays,
    },
  ];
  return (
    <Section title={strings.informationHeading} className="container-page">
      <ul className="mt-4 grid grid-cols-2 gap-3 md:mt-6 md:gap-6 xl:grid-cols-4">
        {cards.map(({ title, text, to, Icon }) => {
          const external = /^https?:/.test(to);
          const className =
            'card group relative flex h-full flex-col items-start gap-4 p-4 transition-transform duration-200 ease-out hover:-translate-y-0.5 sm:p-6';
          const content = (
            <>
              <span className="inline-flex shrink-0 items-center justify-center rounded-full text-sky-strong max-sm:absolute max-sm:top-4 max-sm:right-4 sm:size-12 sm:bg-sky-soft">
                <Icon aria-hidden="true" size={24} />
              </span>
              <div className="min-w-0 flex-1">
                <h3 className="text-base max-sm:pr-7 sm:text-lg">{title}</h3>
                <p className="mt-1 text-ink-soft max-sm:text-sm">{text}</p>
              </div>
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
                <OutsideLink href={to} className={className}>
                  {content}
                </OutsideLink>
              ) : (
                <Link to={to} className={className}>
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
