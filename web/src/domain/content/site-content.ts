import type { Home } from '@site/proto/content/v1/home.answers';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request, type Answer } from '../../api/api.js';
import { embeddedEnvelope } from '../../api/embedded-answer.js';
import { pagePollMs } from '../../api/page-poll.js';
import { loggingFailure } from '../../log-failure.js';

/** What GET /main/home answers, and what the pages share of it. */

/** The two services that the content comes from: posts, team, header and logo; and what visitors send. */
type Part = 'content' | 'submissions';
/** How a service's share stands: as it is now; the last one it gave, while it does not answer; never given. */
type PartState = 'fresh' | 'stale' | 'missing';

/** Without the places of the keys, which are always empty. */
type Content = Omit<Home, 'weather_key' | 'facebook_page_id' | 'facebook_page_access_token'>;
export type SiteContent = Content & { parts: Record<Part, PartState>; pollSeconds?: number | undefined };

interface HomeAnswer extends Answer<Partial<Content> | null> {
  meta?: {
    sections?: Partial<Record<Part, PartState>>;
    /** How soon to ask again. */
    pollSeconds?: number;
  };
}

/** What stands for a part that an answer does not have. */
const nothing: Content = {
  topSponsor: null,
  teams: [],
  sponsors: [],
  sponsor_view: '1',
  posts: [],
  snapshots: [],
  faqs: [],
  header: null,
  logo: null,
  logo_picture: null,
  storm_banner: null,
  site: {
    shop_url: '',
    livecam_urls: [],
    video_channel_url: '',
    text_dispatch_url: '',
    sponsor_of_site: '',
    default_units: 'standard',
  },
};

/** The lists of each part; a part without them did not arrive. */
const listsOf = { content: ['posts', 'teams', 'faqs'], submissions: ['sponsors', 'snapshots'] } as const;

/**
 * Fills what an answer lacks, so that every section finds what it reads.
 * @returns undefined for an answer without content (`null`, `{}`): what was there before stays then
 */
function toContent({ data, meta }: Pick<HomeAnswer, 'data' | 'meta'>): SiteContent | undefined {
  const given = Object.fromEntries(
    Object.entries(data ?? {}).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<Content>;
  const hasListsOf = (part: Part) => listsOf[part].every((list) => Array.isArray(given[list]));
  const stateOf = (part: Part): PartState => (hasListsOf(part) ? (meta?.sections?.[part] ?? 'fresh') : 'missing');
  if (!hasListsOf('content') && !hasListsOf('submissions')) return undefined;
  return {
    ...nothing,
    ...given,
    site: { ...nothing.site, ...given.site },
    parts: { content: stateOf('content'), submissions: stateOf('submissions') },
    pollSeconds: meta?.pollSeconds,
  };
}

export const siteContentQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) =>
    loggingFailure('loading the content', signal, async () => {
      const content = toContent(await request<HomeAnswer['data']>('/main/home', { signal }));
      if (!content) throw new Error('the answer has no content');
      return content;
    }),
  initialData: () => {
    const answer = embeddedEnvelope<HomeAnswer>('home-data');
    return answer && toContent(answer);
  },
  // The embedded answer counts as fresh for as long as any other.
  refetchInterval: ({ state }) => pagePollMs(state.data),
});

/** The site's content. A failure is logged, not shown: the sections stay empty or show what is built in. */
export function useSiteContent() {
  return useQuery(siteContentQuery);
}

/** The content, and the state of one part of it: a list that never arrived must not be called empty, nor an old one new. */
export function useSitePart(part: Part) {
  const { data, isError, errorUpdateCount, isFetching, refetch } = useSiteContent();
  // While it is tried again after a failure, what was said of it stays.
  const unanswered = errorUpdateCount === 0 ? 'loading' : 'missing';
  const given = data?.parts[part] ?? unanswered;
  return { data, state: isError && given === 'fresh' ? 'stale' : given, isFetching, refetch };
}
