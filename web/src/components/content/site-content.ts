/** The response of GET /main/home and what the pages share of it. */
import type { Home } from '@site/proto/content/v1/home.responses';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request, type ApiResponse } from '@/api/api.js';
import { embeddedEnvelope } from '@/api/embedded-response.js';
import { pagePollMs } from '@/api/page-poll.js';
import { loggingFailure } from '@/log-failure.js';

/** The services behind the content: posts, team, header and logo; and submissions. */
type Part = 'content' | 'submissions';
/** Stale: cached because the service is down. Missing: never received. */
type PartState = 'fresh' | 'stale' | 'missing';

/** Without the key fields, which are always empty. */
export type Content = Omit<Home, 'weather_key' | 'facebook_page_id' | 'facebook_page_access_token'>;
export type SiteContent = Content & { parts: Record<Part, PartState>; pollSeconds?: number | undefined };

interface HomeResponse extends ApiResponse<Partial<Content> | null> {
  meta?: {
    sections?: Partial<Record<Part, PartState>>;
    pollSeconds?: number;
  };
}

const emptyContent: Content = {
  topSponsor: null,
  teams: [],
  sponsors: [],
  sponsor_view: '1',
  posts: [],
  snapshots: [],
  faqs: [],
  header: null,
  logo: null,
  logo_image: null,
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

/** Without these lists, the part counts as missing. */
const listsOf = { content: ['posts', 'teams', 'faqs'], submissions: ['sponsors', 'snapshots'] } as const;

/**
 * Fills in missing fields, so that every section finds its data.
 * @returns undefined for a response without content (`null`, `{}`), which keeps the previous content
 */
function toContent({ data, meta }: Pick<HomeResponse, 'data' | 'meta'>): SiteContent | undefined {
  const content = Object.fromEntries(
    Object.entries(data ?? {}).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<Content>;
  const hasListsOf = (part: Part) => listsOf[part].every((list) => Array.isArray(content[list]));
  const stateOf = (part: Part): PartState => (hasListsOf(part) ? (meta?.sections?.[part] ?? 'fresh') : 'missing');
  if (!hasListsOf('content') && !hasListsOf('submissions')) return undefined;
  return {
    ...emptyContent,
    ...content,
    site: { ...emptyContent.site, ...content.site },
    parts: { content: stateOf('content'), submissions: stateOf('submissions') },
    pollSeconds: meta?.pollSeconds,
  };
}

export const siteContentQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) =>
    loggingFailure('loading the content', signal, async () => {
      const content = toContent(await request<HomeResponse['data']>('/main/home', { signal }));
      if (!content) throw new Error('the response has no content');
      return content;
    }),
  initialData: () => {
    const response = embeddedEnvelope<HomeResponse>('home-data');
    return response && toContent(response);
  },
  // The embedded response counts as fresh for as long as any other.
  refetchInterval: ({ state }) => pagePollMs(state.data),
});

/** Failures are logged, not shown: sections stay empty or show built-in content. */
export function useSiteContent() {
  return useQuery(siteContentQuery);
}

/** The part's state keeps pages from calling a missing list empty or an old one current. */
export function useSitePart(part: Part) {
  const { data, isError, errorUpdateCount, isFetching, refetch } = useSiteContent();
  // Keeps the last state during a retry.
  const unanswered = errorUpdateCount === 0 ? 'loading' : 'missing';
  const partState = data?.parts[part] ?? unanswered;
  return { data, state: isError && partState === 'fresh' ? 'stale' : partState, isFetching, refetch };
}
