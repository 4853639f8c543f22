import { z } from 'zod';
import { emailField, maxLength, optionalText, requiredLine, requiredText } from '../../fields.js';
import { phoneField } from '../../phone-number.js';
import { optionalWebAddress } from '../../web-address.js';

/** Fields of POST /main/advertise/with/us, besides the file, for the form and the gateway. */
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

/** The only file field; required by the form, but not by the API. */
export const advertiseFileField = 'advertise_file';

export const advertiseFileTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/svg+xml'] as const;

/** Fields of POST /admin/main/sponsor/create, besides the file. */
export const sponsorInput = sponsorRequestInput.meta({ id: 'SponsorInput' });

/**
 * Fields of POST /admin/main/sponsor/edit, besides the file; without one, the logo stays. Accepts two names of the id,
 * because the specification names none.
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

/** "1" bar, "2" circle, "3" grid, "4" crop. */
export const sponsorViews = ['1', '2', '3', '4'] as const;
export type SponsorView = (typeof sponsorViews)[number];
export const isSponsorView = (view: string): view is SponsorView => (sponsorViews as readonly string[]).includes(view);

/** Body of POST /admin/main/sponsor/top. Toggles without `is_top`. */
export const topSponsorInput = z
  .strictObject({
    sponsor_id: requiredText('sponsor_id', 100),
    is_top: z.boolean('is_top must be true or false').optional(),
  })
  .meta({ id: 'TopSponsorInput' });
