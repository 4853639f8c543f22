import { useQuery } from '@tanstack/react-query';
import { request } from '../../api.js';
import { PageTitle } from '../../components/page-title.js';
import { useSiteContent, type Member } from '../../components/site-content.js';
import { Loading, Skeleton } from '../../components/skeleton.js';
import { strings } from '../../strings.js';
import { MemberCard } from './member-card.js';
import { sampleMembers } from './sample-members.js';

const placeholders = ['1', '2', '3'];

/** Who we are, what for, and the people. */
export function Page() {
  const { data: content } = useSiteContent();
  const team = useQuery({
    queryKey: ['teams'],
    queryFn: async ({ signal }) => (await request<Member[]>('/main/teams', { signal })).data,
  });
  const members = team.data ?? (team.isError ? sampleMembers : undefined);
  return (
    <div className="container-page pt-8 md:pt-12">
      <div className="max-w-3xl">
        <PageTitle title={strings.about} />
        <p className="mt-4 text-lg text-ink-soft">
          {strings.siteName} tells the people of Arkansas what the sky is about to do, in plain words and with honest
          numbers.
          {content?.site.sponsor_of_site &&
            ` The site is sponsored by ${content.site.sponsor_of_site}, a provider of emergency dispatch solutions.`}
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
          {members ? (
            <ul className="mt-8 flex flex-wrap justify-center gap-4 md:gap-6">
              {members.map((member) => (
                <li key={member.id}>
                  <MemberCard member={member} isSample={!team.data} />
                </li>
              ))}
            </ul>
          ) : (
            <Loading label="Loading the team" className="mt-8 flex flex-wrap justify-center gap-4 md:gap-6">
              {placeholders.map((key) => (
                <Skeleton key={key} className="h-80 w-64 rounded-lg" />
              ))}
            </Loading>
          )}
        </section>
      )}
    </div>
  );
}
