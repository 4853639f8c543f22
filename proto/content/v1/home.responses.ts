/** The response of the public home page. */
import { z } from 'zod';
import { text, textOrNull } from '../../responses.js';
import { imageResponse } from '../../images/v1/images.responses.js';
import { snapshotResponse } from '../../submissions/v1/snapshots.responses.js';
import { sponsorResponse, sponsorView } from '../../submissions/v1/sponsors.responses.js';
import { unitSystems } from '@site/domain/weather/unit-systems';
import { faqResponse } from './faqs.responses.js';
import { postResponse } from './posts.responses.js';
import { stormBannerResponse } from './storm-mode.responses.js';
import { memberResponse } from './team.responses.js';

export const homeResponse = z.strictObject({
  topSponsor: sponsorResponse.nullable(),
  teams: z.array(memberResponse),
  sponsors: z.array(sponsorResponse),
  sponsor_view: sponsorView,
  posts: z.array(postResponse),
  snapshots: z.array(snapshotResponse),
  faqs: z.array(faqResponse),
  weather_key: text.describe('Always empty: provider keys never leave the server.'),
  facebook_page_id: z.strictObject({ value: text }),
  facebook_page_access_token: z.strictObject({ value: text.describe('Always empty, like weather_key.') }),
  header: textOrNull,
  logo: textOrNull.describe('URL of the largest size in a format every browser supports.'),
  logo_image: imageResponse.nullable(),
  storm_banner: stormBannerResponse.nullable().describe('The banner above every page; hide it from its end on.'),
  site: z.strictObject({
    shop_url: text,
    livecam_urls: z.array(text),
    video_channel_url: text,
    text_dispatch_url: text,
    sponsor_of_site: text,
    default_units: z.enum(unitSystems).describe('Units of readings until a visitor chooses.'),
  }),
});
export type Home = z.infer<typeof homeResponse>;

/** Keys that a browser may have. */
export const keysResponse = z.strictObject({ weather_Key: text, map_Key: text });
export type Keys = z.infer<typeof keysResponse>;
