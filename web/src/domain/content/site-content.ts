import { queryOptions, useQuery } from '@tanstack/react-query';
import { request, type Answer } from '../../api/api.js';
import { embeddedEnvelope } from '../../api/embedded-answer.js';
import { loggingFailure } from '../../log-failure.js';
import type { PictureSource } from '../../ui/picture.js';

/** What GET /main/home answers, and what the pages share of it. */

export interface Sponsor {
  id: string;
  name: string;
  url: string | null;
  phone_number: string | null;
  company_logo: string | null;
  picture: PictureSource | null;
}

export interface Member {
  id: string;
  name: string;
  designation: string;
  image: string | null;
  picture: PictureSource | null;
}

export interface Post {
  id: string;
  title: string;
  /** Plain text; paragraphs are separated by blank lines. */
  description: string;
  url: string | null;
  image: string | null;
  picture: PictureSource | null;
  created_at: string;
}

export interface Snapshot {
  id: string;
  file: string | null;
  first_name: string;
  last_name: string;
  location: string;
  comment: string;
  picture: PictureSource | null;
  approved_at: string;
}

export interface Faq {
  id: string;
  question: string;
  answer: string;
}

/** How sponsors are shown, as the administrator chose: bar, circle, grid or crop. */
export type SponsorView = '1' | '2' | '3' | '4';

/** The two services that the content comes from: posts, team, header and logo; and what visitors send. */
type Part = 'content' | 'submissions';
/** How a service's share stands: as it is now; the last one that it gave, while it does not answer; never given. */
type PartState = 'fresh' | 'stale' | 'missing';

export interface SiteContent {
  parts: Record<Part, PartState>;
  topSponsor: Sponsor | null;
  teams: Member[];
  sponsors: Sponsor[];
  sponsor_view: SponsorView;
  posts: Post[];
  snapshots: Snapshot[];
  faqs: Faq[];
  header: string | null;
  logo: string | null;
  logo_picture: PictureSource | null;
  site: {
    shop_url: string;
    livecam_urls: string[];
    video_channel_url: string;
    text_dispatch_url: string;
    sponsor_of_site: string;
  };
}

interface HomeAnswer extends Answer<Omit<SiteContent, 'parts'>> {
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
  // The embedded answer is believed for as long as any other, then refreshed.
  refetchInterval: 60_000,
});

/** The site's content. A failure is logged, not shown: the sections stay empty or show what is built in. */
export function useSiteContent() {
  return useQuery(siteContentQuery);
}

/** The content, and what may be said of one part of it: a list that never arrived is not called empty, an old one not new. */
export function useSitePart(part: Part) {
  const { data, isError, errorUpdateCount, isFetching, refetch } = useSiteContent();
  // While it is asked again after a failure, what was said of it stays.
  const unanswered = errorUpdateCount === 0 ? 'loading' : 'missing';
  const given = data?.parts[part] ?? unanswered;
  return { data, state: isError && given === 'fresh' ? 'stale' : given, isFetching, refetch };
}
