import type { Home } from '@site/proto/content/v1/home.answers';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request, type Answer } from '../../api/api.js';
import { embeddedEnvelope } from '../../api/embedded-answer.js';
import { loggingFailure } from '../../log-failure.js';

/** What GET /main/home answers, and what the pages share of it. */

/** The two services that the content comes from: posts, team, header and logo; and what visitors send. */
type Part = 'content' | 'submissions';
/** How a service's share stands: as it is now; the last one it gave, while it does not answer; never given. */
type PartState = 'fresh' | 'stale' | 'missing';

/** Without the places of the keys, which are always empty. */
type Content = Omit<Home, 'weather_key' | 'facebook_page_id' | 'facebook_page_access_token'>;
export type SiteContent = Content & { parts: Record<Part, PartState> };

interface HomeAnswer extends Answer<Content> {
  meta?: { sections?: Record<Part, PartState> };
}

const toContent = ({ data, meta }: HomeAnswer): SiteContent => ({
  ...data,
  parts: meta?.sections ?? { content: 'fresh', submissions: 'fresh' },
});

export const siteContentQuery = queryOptions({
  queryKey: ['home'],
  queryFn: async ({ signal }) =>
    toContent(await loggingFailure('loading the content', signal, () => request('/main/home', { signal }))),
  initialData: () => {
    const answer = embeddedEnvelope<HomeAnswer>('home-data');
    return answer && toContent(answer);
  },
  // The embedded answer counts as fresh for as long as any other.
  refetchInterval: 60_000,
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
