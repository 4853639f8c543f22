import { z } from 'zod';
import { text, textOrNull } from '../../responses.js';

/** The banner above every page during a storm. */
export const stormBannerResponse = z.strictObject({
  id: text,
  text,
  link_url: textOrNull,
  link_label: text.describe('Empty when there is no link.'),
  starts_at: text,
  ends_at: text.describe('Hidden from then on.'),
});
export type StormBanner = z.infer<typeof stormBannerResponse>;

/** The banner as shown to editors. */
export const editedStormBannerResponse = stormBannerResponse.extend({ set_by: text });
export type EditedStormBanner = z.infer<typeof editedStormBannerResponse>;
