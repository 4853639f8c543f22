/** Conversions from gRPC messages to the JSON of the public API. */
import { faqAnswer } from '@site/proto/content/v1/faqs.answers';
import type { Home } from '@site/proto/content/v1/home.answers';
import { postAnswer, wholePostAnswer } from '@site/proto/content/v1/posts.answers';
import type { RichTextDocument } from '@site/domain/content/rich-text';
import { memberAnswer } from '@site/proto/content/v1/team.answers';
import type { Faq } from '@site/proto/gen/nest/content/v1/faqs';
import type { GetHomeContentResponse } from '@site/proto/gen/nest/content/v1/home';
import type { Post } from '@site/proto/gen/nest/content/v1/posts';
import type { TeamMember } from '@site/proto/gen/nest/content/v1/team';
import type { Picture } from '@site/proto/gen/nest/pictures/v1/pictures';
import type { GetHomeSubmissionsResponse } from '@site/proto/gen/nest/submissions/v1/home';
import type { Campaign } from '@site/proto/gen/nest/submissions/v1/newsletter';
import type { PublicSnapshot } from '@site/proto/gen/nest/submissions/v1/snapshots';
import type { PublicSponsor } from '@site/proto/gen/nest/submissions/v1/sponsors';
import { campaignAnswer } from '@site/proto/submissions/v1/newsletter.answers';
import { holdReasons } from '@site/proto/submissions/v1/newsletter.schema';
import { snapshotAnswer } from '@site/proto/submissions/v1/snapshots.answers';
import { sponsorAnswer } from '@site/proto/submissions/v1/sponsors.answers';
import { isSponsorView, type SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import type { Config } from '../config.js';
import { answerFrom } from './answer-from.js';
import { fallbackUrl, pictureJson } from './pictures.js';
import { standingBanner } from './storm-banner.js';

const withPicture = (picture: Picture | undefined) => ({
  image: fallbackUrl(picture),
  picture: pictureJson(picture),
});

export const postData = (post: Post) => answerFrom(postAnswer, post, withPicture(post.cover));

/** Includes the document, which the content service has validated, and its pictures. */
export const wholePostData = (post: Post) =>
  answerFrom(wholePostAnswer, post, {
    ...withPicture(post.cover),
    document: post.document === undefined ? null : (JSON.parse(post.document) as RichTextDocument),
    media: post.media.flatMap(({ id, picture, alt, credit }) => {
      const shown = pictureJson(picture);
      return shown ? [{ id, picture: shown, alt, credit }] : [];
    }),
  });

export const memberData = (member: TeamMember) => answerFrom(memberAnswer, member, withPicture(member.portrait));

export const faqData = (faq: Faq) => answerFrom(faqAnswer, faq);

export const sponsorData = (sponsor: PublicSponsor) =>
  answerFrom(sponsorAnswer, sponsor, { company_logo: fallbackUrl(sponsor.logo), picture: pictureJson(sponsor.logo) });

export const snapshotData = (snapshot: PublicSnapshot) =>
  answerFrom(snapshotAnswer, snapshot, {
    file: fallbackUrl(snapshot.picture),
    picture: pictureJson(snapshot.picture),
  });

export const campaignJson = (campaign: Campaign) =>
  answerFrom(campaignAnswer, campaign, {
    post_id: campaign.postId || null,
    hold_reason: holdReasons.find((known) => known === campaign.holdReason) ?? null,
  });

/** Defaults to the first. */
export const sponsorViewOf = (view: string | undefined): SponsorView => (view && isSponsorView(view) ? view : '1');

/** Leaves sections without data empty. */
export function homeData(
  content: GetHomeContentResponse | undefined,
  submissions: GetHomeSubmissionsResponse | undefined,
  config: Config,
): Home {
  const sponsors = submissions?.sponsors;
  const topSponsor = sponsors?.topSponsor;
  return {
    topSponsor: topSponsor ? sponsorData(topSponsor) : null,
    teams: (content?.team ?? []).map(memberData),
    sponsors: (sponsors?.sponsors ?? []).map(sponsorData),
    sponsor_view: sponsorViewOf(sponsors?.sponsorView),
    posts: (content?.posts ?? []).map(postData),
    snapshots: (submissions?.snapshots ?? []).map(snapshotData),
    faqs: (content?.faqs ?? []).map(faqData),
    // The specification names these keys, but secrets never leave the server.
    weather_key: '',
    facebook_page_id: { value: config.FACEBOOK_PAGE_ID },
    facebook_page_access_token: { value: '' },
    header: content?.header?.header ?? null,
    logo: fallbackUrl(content?.logo?.logo),
    logo_picture: pictureJson(content?.logo?.logo),
    storm_banner: standingBanner(content?.stormBanner),
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
