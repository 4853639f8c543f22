import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../api.js';
import { embeddedAnswer } from './embedded-answer.js';
import { loggingFailure } from './log-failure.js';
import type { PictureSource } from './picture.js';

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

export interface SiteContent {
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

export const siteContentQuery = queryOptions({
  queryKey: ['home'],
  queryFn: async ({ signal }) =>
    (await loggingFailure('loading the content', signal, () => request<SiteContent>('/main/home', { signal }))).data,
  initialData: () => embeddedAnswer<SiteContent>('home-data'),
  // The embedded answer is believed for as long as any other, then refreshed.
  refetchInterval: 60_000,
});

/** The site's content. A failure is logged, not shown: the sections stay empty or show what is built in. */
export function useSiteContent() {
  return useQuery(siteContentQuery);
}
