import { z } from 'zod';
import { text, textOrNull, version } from '../../responses.js';
import { moderatedImageResponse, imageResponse } from '../../images/v1/images.responses.js';
import { sponsorViews } from './sponsors.schema.js';

/** Style of sponsors on public pages: "1" bar, "2" circle, "3" grid, "4" crop. */
export const sponsorView = z.enum(sponsorViews);
export const sponsorViewResponse = z.strictObject({ sponsor_view: sponsorView });

export const sponsorResponse = z.strictObject({
  id: text,
  name: text,
  url: textOrNull,
  phone_number: text,
  company_logo: textOrNull.describe('URL of the largest size in a format every browser supports.'),
  picture: imageResponse.nullable(),
});
export type Sponsor = z.infer<typeof sponsorResponse>;

/** A sponsor as shown to admins, including private fields. */
export const editedSponsorResponse = sponsorResponse.extend({
  email: text,
  company_name: text,
  message: text,
  picture: moderatedImageResponse.nullable(),
  status: z.enum(['pending', 'approved', 'rejected']),
  is_top: z.boolean().describe('Chosen for the hero; if none is, the first approved one is shown.'),
  created_at: text,
  decided_at: textOrNull,
  reject_reason: textOrNull,
  version,
});
export type EditedSponsor = z.infer<typeof editedSponsorResponse>;

export const sponsorListsResponse = z.strictObject({
  approvedSponsor: z.array(editedSponsorResponse),
  pendingSponsor: z.array(editedSponsorResponse),
  sponsor_view: sponsorView,
});
export type SponsorLists = z.infer<typeof sponsorListsResponse>;
