import type { Faq } from '@site/proto/gen/nest/content/v1/faqs';
import type { GetHomeContentResponse } from '@site/proto/gen/nest/content/v1/home';
import type { Post } from '@site/proto/gen/nest/content/v1/posts';
import type { TeamMember } from '@site/proto/gen/nest/content/v1/team';
import type { GetHomeSubmissionsResponse } from '@site/proto/gen/nest/submissions/v1/home';
import type { PublicSnapshot } from '@site/proto/gen/nest/submissions/v1/snapshots';
import type { PublicSponsor } from '@site/proto/gen/nest/submissions/v1/sponsors';
import type { Config } from '../config.js';
import { fallbackUrl, pictureJson } from './pictures.js';

/** Messages of the services in the shapes of the HTTP contract: field by field, so that nothing private slips through. */

export const postData = (post: Post) => ({
  id: post.id,
  title: post.title,
  description: post.description,
  url: post.url ?? null,
  image: fallbackUrl(post.cover),
  picture: pictureJson(post.cover),
  created_at: post.createdAt,
});

export const memberData = (member: TeamMember) => ({
  id: member.id,
  name: member.name,
  designation: member.designation,
  image: fallbackUrl(member.portrait),
  picture: pictureJson(member.portrait),
});

export const faqData = ({ id, question, answer }: Faq) => ({ id, question, answer });

export const sponsorData = (sponsor: PublicSponsor) => ({
  id: sponsor.id,
  name: sponsor.name,
  url: sponsor.url ?? null,
  phone_number: sponsor.phoneNumber,
  company_logo: fallbackUrl(sponsor.logo),
  picture: pictureJson(sponsor.logo),
});

export const snapshotData = (snapshot: PublicSnapshot) => ({
  id: snapshot.id,
  file: fallbackUrl(snapshot.picture),
  first_name: snapshot.firstName,
  last_name: snapshot.lastName,
  location: snapshot.location,
  comment: snapshot.comment,
  picture: pictureJson(snapshot.picture),
  approved_at: snapshot.approvedAt,
});

/** Data of GET /main/home. A share that was never there leaves its sections empty. */
export function homeData(
  content: GetHomeContentResponse | undefined,
  submissions: GetHomeSubmissionsResponse | undefined,
  config: Config,
) {
  const sponsors = submissions?.sponsors;
  const topSponsor = sponsors?.topSponsor;
  return {
    topSponsor: topSponsor ? sponsorData(topSponsor) : null,
    teams: (content?.team ?? []).map(memberData),
    sponsors: (sponsors?.sponsors ?? []).map(sponsorData),
    sponsor_view: sponsors?.sponsorView || '1',
    posts: (content?.posts ?? []).map(postData),
    snapshots: (submissions?.snapshots ?? []).map(snapshotData),
    faqs: (content?.faqs ?? []).map(faqData),
    // Secrets never leave the weather proxy; the specification's fields stay (decisions 0003, AMB-02).
    weather_key: '',
    facebook_page_id: { value: config.FACEBOOK_PAGE_ID },
    facebook_page_access_token: { value: '' },
    header: content?.header?.header ?? null,
    logo: fallbackUrl(content?.logo?.logo),
    logo_picture: pictureJson(content?.logo?.logo),
    site: {
      shop_url: config.SHOP_URL,
      livecam_urls: config.LIVECAM_URLS,
      video_channel_url: config.VIDEO_CHANNEL_URL,
      text_dispatch_url: config.TEXT_DISPATCH_URL,
      sponsor_of_site: config.SPONSOR_OF_SITE,
    },
  };
}
