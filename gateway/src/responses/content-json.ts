/** Conversions from gRPC messages to the JSON of the public API. */
import { faqResponse } from '@site/proto/content/v1/faqs.responses';
import type { Home } from '@site/proto/content/v1/home.responses';
import { postResponse, fullPostResponse } from '@site/proto/content/v1/posts.responses';
import type { RichTextDocument } from '@site/domain/content/rich-text';
import { memberResponse } from '@site/proto/content/v1/team.responses';
import type { Faq } from '@site/proto/gen/nest/content/v1/faqs';
import type { GetHomeContentResponse } from '@site/proto/gen/nest/content/v1/home';
import type { Post } from '@site/proto/gen/nest/content/v1/posts';
import type { TeamMember } from '@site/proto/gen/nest/content/v1/team';
import type { Image } from '@site/proto/gen/nest/images/v1/images';
import type { GetHomeSubmissionsResponse } from '@site/proto/gen/nest/submissions/v1/home';
import type { Campaign } from '@site/proto/gen/nest/submissions/v1/newsletter';
import type { PublicSnapshot } from '@site/proto/gen/nest/submissions/v1/snapshots';
import type { PublicSponsor } from '@site/proto/gen/nest/submissions/v1/sponsors';
import { campaignResponse } from '@site/proto/submissions/v1/newsletter.responses';
import { holdReasons } from '@site/proto/submissions/v1/newsletter.schema';
import { snapshotResponse } from '@site/proto/submissions/v1/snapshots.responses';
import { sponsorResponse } from '@site/proto/submissions/v1/sponsors.responses';
import { isSponsorView, type SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import type { Config } from '../config.js';
import { toResponse } from './response-from.js';
import { fallbackUrl, toImageJson } from './image-json.js';
import { toActiveBanner } from './storm-banner.js';

const toImageFields = (image: Image | undefined) => ({
  image: fallbackUrl(image),
  picture: toImageJson(image),
});

export const toPostJson = (post: Post) => toResponse(postResponse, post, toImageFields(post.cover));

/** Includes the document, which the content service has validated, and its pictures. */
export const toFullPostJson = (post: Post) =>
  toResponse(fullPostResponse, post, {
    ...toImageFields(post.cover),
    document: post.document === undefined ? null : (JSON.parse(post.document) as RichTextDocument),
    media: post.media.flatMap(({ id, picture, alt, credit }) => {
      const json = toImageJson(picture);
      return json ? [{ id, picture: json, alt, credit }] : [];
    }),
  });

export const toMemberJson = (member: TeamMember) => toResponse(memberResponse, member, toImageFields(member.portrait));

export const toFaqJson = (faq: Faq) => toResponse(faqResponse, faq);

export const toSponsorJson = (sponsor: PublicSponsor) =>
  toResponse(sponsorResponse, sponsor, { company_logo: fallbackUrl(sponsor.logo), picture: toImageJson(sponsor.logo) });

export const toSnapshotJson = (snapshot: PublicSnapshot) =>
  toResponse(snapshotResponse, snapshot, {
    file: fallbackUrl(snapshot.picture),
    picture: toImageJson(snapshot.picture),
  });

export const toCampaignJson = (campaign: Campaign) =>
  toResponse(campaignResponse, campaign, {
    post_id: campaign.postId || null,
    hold_reason: holdReasons.find((reason) => reason === campaign.holdReason) ?? null,
  });

/** Defaults to the first. */
export const sponsorViewOf = (view: string | undefined): SponsorView => (view && isSponsorView(view) ? view : '1');

/** Leaves sections without data empty. */
export function toHomeJson(
  content: GetHomeContentResponse | undefined,
  submissions: GetHomeSubmissionsResponse | undefined,
  config: Config,
): Home {
  const sponsors = submissions?.sponsors;
  const topSponsor = sponsors?.topSponsor;
  return {
    topSponsor: topSponsor ? toSponsorJson(topSponsor) : null,
    teams: (content?.team ?? []).map(toMemberJson),
    sponsors: (sponsors?.sponsors ?? []).map(toSponsorJson),
    sponsor_view: sponsorViewOf(sponsors?.sponsorView),
    posts: (content?.posts ?? []).map(toPostJson),
    snapshots: (submissions?.snapshots ?? []).map(toSnapshotJson),
    faqs: (content?.faqs ?? []).map(toFaqJson),
    // The specification names these keys, but secrets never leave the server.
    weather_key: '',
    facebook_page_id: { value: config.FACEBOOK_PAGE_ID },
    facebook_page_access_token: { value: '' },
    header: content?.header?.header ?? null,
    logo: fallbackUrl(content?.logo?.logo),
    logo_image: toImageJson(content?.logo?.logo),
    storm_banner: toActiveBanner(content?.stormBanner),
    site: {
      shop_url: config.SHOP_URL,
      livecam_urls: config.LIVECAM_URLS,
      video_channel_url: config.VIDEO_CHANNEL_URL,
      text_dispatch_url: config.TEXT_DISPATCH_URL,
      sponsor_of_site: config.SPONSOR_OF_SITE,
      default_units: config.DEFAULT_UNITS,
    },
  };
}
