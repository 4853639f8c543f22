import { z } from 'zod';
import { emailField, maxLength, optionalText, requiredLine, requiredText } from '../../fields.js';
import { phoneField } from '../../phone-number.js';
import { optionalWebAddress } from '../../web-address.js';

/** Fields of POST /main/advertise/with/us, besides the file, with the same rules in the form and the gateway. */
export const sponsorRequestInput = z
  .strictObject({
    name: requiredLine('Name', maxLength.name),
    email: emailField,
    phone_number: phoneField('Phone number'),
    company_name: requiredLine('Company name', maxLength.name),
    message: requiredText('Message', maxLength.message),
    url: optionalWebAddress('Website URL'),
  })
  .meta({ id: 'SponsorRequestInput' });

/** A sponsorship request's only file field. The form requires it; the API, which other programs may call, does not. */
export const advertiseFileField = 'advertise_file';

/** Accepted formats for the logo of a public request. */
export const advertiseFileTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/svg+xml'] as const;

/** Fields of POST /admin/main/sponsor/create, besides the file: the same as in a company's own request. */
export const sponsorInput = sponsorRequestInput.meta({ id: 'SponsorInput' });

/**
 * Fields of POST /admin/main/sponsor/edit, besides the file; without a file, the logo stays. The specification does not
 * name the field that identifies the sponsor, so either name is accepted.
 */
export const sponsorEditInput = z
  .strictObject({
    sponsor_id: optionalText('sponsor_id', 100),
    id: optionalText('id', 100),
    ...sponsorRequestInput.shape,
  })
  .refine((input) => input.sponsor_id !== '' || input.id !== '', {
    path: ['sponsor_id'],
    message: 'sponsor_id is required',
  })
  .refine((input) => input.sponsor_id === '' || input.id === '' || input.sponsor_id === input.id, {
    path: ['id'],
    message: 'id and sponsor_id name different sponsors',
  })
  .meta({ id: 'SponsorEditInput' });

/** Styles of sponsors on public pages: "1" bar, "2" circle, "3" grid, "4" crop. */
export const sponsorViews = ['1', '2', '3', '4'] as const;
export type SponsorView = (typeof sponsorViews)[number];
export const isSponsorView = (view: string): view is SponsorView => (sponsorViews as readonly string[]).includes(view);

/** Body of POST /admin/main/sponsor/top. Without `is_top`, the choice is toggled. */
export const topSponsorInput = z
  .strictObject({
    sponsor_id: requiredText('sponsor_id', 100),
    is_top: z.boolean('is_top must be true or false').optional(),
  })
  .meta({ id: 'TopSponsorInput' });
