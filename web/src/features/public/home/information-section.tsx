import { ArrowRight, CalendarDays, CloudLightning, MessagesSquare, SquarePlay } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSiteContent } from '@/components/content/site-content.js';
import * as strings from '@/strings/public-strings.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { Section } from '@/ui/page-section.js';

/** A card without a configured destination shows an alternative. */
export function InformationSection() {
  const site = useSiteContent().data?.site;
  const hasCameras = site?.livecam_urls.some(Boolean);
  // Says "none" only when the site settings have loaded.
  const cards = [
    {
      title: 'Live chats',
      ...(!site || site.text_dispatch_url
        ? {
            text: 'Chat with the team and your neighbors when a storm is on its way.',
            to: site?.text_dispatch_url ?? '/alert',
          }
        : { text: 'There’s no chat right now. Get warnings on this device instead.', to: '/alert' }),
      Icon: MessagesSquare,
    },
    {
      title: 'Live storm coverage',
      ...(!site || hasCameras
        ? { text: 'Watch the sky across the state on our webcams.', to: '/livecam' }
        : { text: 'Our webcams are offline. See radar, warnings and reports on the map.', to: '/map' }),
      Icon: CloudLightning,
    },
    {
      title: 'Video channel',
      ...(!site || site.video_channel_url
        ? { text: 'Forecasts and storm reports, explained on video.', to: site?.video_channel_url ?? '/blogs' }
        : { text: 'No videos yet. Read our latest posts instead.', to: '/blogs' }),
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
      <ul className="mt-6 grid grid-cols-2 gap-3 md:gap-6 xl:grid-cols-4">
        {cards.map(({ title, text, to, Icon }) => {
          const external = /^https?:/.test(to);
          const className =
            'card group flex h-full flex-col items-start gap-3 p-4 transition-transform duration-200 ease-out hover:-translate-y-0.5 sm:gap-4 sm:p-6';
          const content = (
            <>
              <span className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-sky-soft text-sky-strong">
                <Icon aria-hidden="true" size={24} />
              </span>
              <div className="min-w-0 flex-1">
                <h3 className="text-base sm:text-lg">{title}</h3>
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
