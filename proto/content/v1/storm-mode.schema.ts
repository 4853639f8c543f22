import { z } from 'zod';
import { optionalLine, requiredLine, requiredText } from '../../fields.js';
import { optionalAddressLine } from '../../web-address.js';
import { linkAddress } from './rich-text.schema.js';

/** In characters; short, for phones. */
export const stormBannerLengths = { text: 240, label: 40 } as const;

/** A forgotten banner must not stay up. */
export const maxStormHours = 72;

/** Body of POST /admin/main/storm-banner. The end is the state's local wall-clock time. */
export const stormBannerInput = z
  .strictObject({
    text: requiredText('Text', stormBannerLengths.text),
    link_url: optionalAddressLine('Link').transform((value, context) => {
      const address = value && linkAddress(value);
      if (address !== undefined && !address.startsWith('mailto:')) return address;
      context.addIssue('Link must be a web address or a page of this site, like /livecam');
      return z.NEVER;
    }),
    link_label: optionalLine('Link text', stormBannerLengths.label),
    ends_at: requiredLine('End', 40),
  })
  .meta({ id: 'StormBannerInput' });
export type StormBannerInput = z.infer<typeof stormBannerInput>;
