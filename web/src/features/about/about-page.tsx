import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { request } from '../../api.js';
import { logFailure } from '../../components/log-failure.js';
import { PageTitle } from '../../components/page-title.js';
import { useSiteContent, type Member } from '../../components/site-content.js';
import { Loading, Skeleton } from '../../components/skeleton.js';
import { PLACEHOLDERS } from '../../constants.js';
import { strings } from '../../strings.js';
import { sampleMembers } from './sample-members.js';

const TeamCarousel = lazy(() => import('./team-carousel.js').then((module) => ({ default: module.TeamCarousel })));

/** Who we are, what for, and the people. */
export function Page() {
  const { data: content } = useSiteContent();
  const team = useQuery({
    queryKey: ['teams'],
    queryFn: async ({ signal }) => {
      try {
        return (await request<Member[]>('/main/teams', { signal })).data;
      } catch (error) {
        if (!signal.aborted) logFailure('loading the team', error);
        throw error;
      }
    },
  });
  const sponsor = content?.site.sponsor_of_site;
  const members = team.data ?? (team.isError ? sampleMembers : undefined);
  return (
    <div className="container-page pt-8 md:pt-12">
      <div className="max-w-3xl">
        <PageTitle title={strings.about} />
        <p className="mt-4 text-lg text-ink-soft">
          {strings.siteName} tells the people of Arkansas what the sky is about to do, in plain words and with honest
          numbers.
          {` The site is sponsored by ${sponsor ? `${sponsor}, an` : 'an'} emergency dispatch solutions provider.`}
        </p>
      </div>
      <div className="mt-10 grid gap-4 md:grid-cols-2 md:gap-6">
        <section className="card p-6 md:p-8">
          <h2 className="text-xl">{strings.ourMission}</h2>
          <p className="mt-2 text-ink-soft">
            To bring warnings, forecasts and what our neighbours see to everyone in the state, quickly and without fuss,
            so that nobody is surprised by the weather.
          </p>
        </section>
        <section className="card p-6 md:p-8">
          <h2 className="text-xl">{strings.ourVision}</h2>
          <p className="mt-2 text-ink-soft">
            An Arkansas where every household knows what is coming, knows what to do, and looks out for the house next
            door.
          </p>
        </section>
      </div>
      {(!members || members.length > 0) && (
        <section aria-labelledby="team-heading" className="mt-16 md:mt-20">
          <h2 id="team-heading" className="text-center text-2xl">
            {strings.meetOurTeam}
          </h2>
          <div className="mt-4">
            {members ? (
              <Suspense fallback={<TeamWaiting />}>
                <TeamCarousel key={members.length} members={members} isSample={!team.data} />
              </Suspense>
            ) : (
              <TeamWaiting />
            )}
          </div>
        </section>
      )}
    </div>
  );
}

/** The middle member and its neighbours, as large as they will be. */
function TeamWaiting() {
  return (
    <Loading label="Loading the team" className="flex justify-center gap-4 py-6 pb-16 md:gap-6">
      {Array.from({ length: PLACEHOLDERS.team }, (_, key) => (
        <Skeleton key={key} className={`h-102 w-80 shrink-0 rounded-lg ${key === 1 ? '' : 'scale-85 max-md:hidden'}`} />
      ))}
    </Loading>
  );
}
