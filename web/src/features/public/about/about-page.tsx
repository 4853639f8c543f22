import type { Member } from '@site/proto/content/v1/team.responses';
import { state, stateName } from '@site/regions/state';
import { useQuery } from '@tanstack/react-query';
import { Camera, Handshake, HousePlus, type LucideIcon, Mail, Radio } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { publicQuery } from '@/api/public-query.js';
import { LazySection } from '@/ui/lazy-section.js';
import { PageHead } from '@/ui/pages/page-head.js';
import { useSiteContent } from '@/components/content/site-content.js';
import { Section } from '@/ui/page-section.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import { useTakenOver } from '@/ui/hydration.js';
import { PLACEHOLDERS } from '@/constants/display-constants.js';
import * as strings from '@/strings/public-strings.js';
import { MemberCard } from './member-card.js';

/** Shown and labeled as samples when the team can't be loaded. Roles, not invented people. */
const sampleMembers: Member[] = [
  { id: 'sample-1', name: 'Forecaster', designation: 'Reads the charts', image: null, picture: null },
  { id: 'sample-2', name: 'Storm spotter', designation: 'Watches the sky', image: null, picture: null },
  { id: 'sample-3', name: 'Editor', designation: 'Keeps the records', image: null, picture: null },
];

const TeamCarousel = lazy(() => import('./team-carousel.js').then((module) => ({ default: module.TeamCarousel })));

/** About page: who we are, our mission and the team. */
export function Page() {
  const { data: content } = useSiteContent();
  const team = useQuery(publicQuery<Member[]>(['teams'], '/main/teams', 'loading the team'));
  const sponsor = content?.site.sponsor_of_site;
  const members = team.data ?? (team.isError ? sampleMembers : undefined);
  return (
    <>
      <PageHead
        title={strings.about}
        lead={`${strings.siteName} explains what the weather over ${stateName} is about to do, in plain words and with honest numbers. The site is sponsored by ${sponsor ? `${sponsor}, an` : 'an'} emergency dispatch solutions provider.`}
      />
      <div className="container-page">
        <div className="grid gap-4 md:grid-cols-2 md:gap-6">
          <Aim title="Our Mission" Icon={Radio}>
            To bring warnings, forecasts and local reports to everyone in the state, quickly and calmly, so that no one
            is caught off guard by the weather.
          </Aim>
          <Aim title="Our Vision" Icon={HousePlus}>
            {state.article === 'an' ? 'An' : 'A'} {stateName} where every household knows what’s coming, knows what to
            do, and looks out for the neighbors.
          </Aim>
        </div>
        {(!members || members.length > 0) && (
          <Section title={strings.meetOurTeam} headingClassName="text-center text-2xl" className="mt-16 md:mt-20">
            <div className="mt-4">
              {members ? <Team key={members.length} members={members} isSample={!team.data} /> : <TeamWaiting />}
            </div>
          </Section>
        )}
        <Section title="Get involved" className="mt-16 md:mt-20">
          <ul className="mt-6 grid gap-4 md:grid-cols-3 md:gap-6">
            {waysIn.map(({ to, Icon, title, text }) => (
              <li key={to}>
                <Link to={to} className="card flex h-full items-start gap-4 p-5 hover:bg-surface-raised">
                  <Icon aria-hidden="true" size={24} className="mt-0.5 shrink-0 text-sky-strong" />
                  <span className="min-w-0">
                    <span className="block font-semibold">{title}</span>
                    <span className="block text-ink-soft">{text}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </>
  );
}

const waysIn = [
  { to: '/contact', Icon: Mail, title: 'Write to us', text: 'Ask a question, send a correction or share an idea.' },
  { to: '/snapshots#send', Icon: Camera, title: 'Send a photo', text: 'Show us the sky where you are.' },
  { to: '/sponsors', Icon: Handshake, title: 'Support the site', text: 'See who keeps it free, and how to join them.' },
];

function Aim({ title, Icon, children }: { title: string; Icon: LucideIcon; children: ReactNode }) {
  return (
    <section className="card flex flex-col gap-4 p-6 sm:flex-row sm:gap-6 md:p-8">
      <span className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-sky-soft text-sky-strong">
        <Icon aria-hidden="true" size={24} />
      </span>
      <div className="min-w-0">
        <h2 className="text-xl">{title}</h2>
        <p className="mt-2 max-w-[60ch] text-lg text-ink-soft">{children}</p>
      </div>
    </section>
  );
}

interface TeamProps {
  members: Member[];
  isSample: boolean;
}

/** The team's carousel. Until its code has loaded, and without scripts, a row of the same height that scrolls. */
function Team({ members, isSample }: TeamProps) {
  const isTakenOver = useTakenOver();
  const row = (
    <div
      role="group"
      aria-label={strings.meetOurTeam}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must take the focus (axe: scrollable-region-focusable)
      tabIndex={0}
      className="mx-auto w-fit max-w-full overflow-x-auto"
    >
      <ul className="flex gap-4 pt-6 pb-17">
        {members.map((member) => (
          <li key={member.id} className="flex w-80 shrink-0">
            <MemberCard member={member} isSample={isSample} />
          </li>
        ))}
      </ul>
    </div>
  );
  if (!isTakenOver) return row;
  return (
    <LazySection waiting={row} missing={row}>
      <TeamCarousel members={members} isSample={isSample} />
    </LazySection>
  );
}

/** Placeholder with the size of the middle card and its neighbors. */
function TeamWaiting() {
  return (
    <Loading label="Loading the team" className="flex justify-center gap-4 py-6 pb-16 md:gap-6">
      {Array.from({ length: PLACEHOLDERS.team }, (_, key) => (
        <Skeleton key={key} className={`h-102 w-80 shrink-0 rounded-lg ${key === 1 ? '' : 'scale-85 max-md:hidden'}`} />
      ))}
    </Loading>
  );
}
