import { z } from 'zod';
import { emailField, maxLength, requiredLine, requiredText } from '../../fields.js';
import { optionalWebAddress } from '../../web-address.js';

/** As it is dialled from anywhere: an optional plus, then 10 to 15 digits (E.164 allows no more). */
const phonePattern = /^\+?[0-9]{10,15}$/;

/** Fields of POST /main/advertise/with/us, beside the file `advertise_file`. The form and the gateway use the same rules. */
export const sponsorRequestInput = z
  .strictObject({
    name: requiredLine('Name', maxLength.name),
    email: emailField,
    phone_number: requiredLine('Phone number', maxLength.phone).regex(
      phonePattern,
      'Phone number must have 10 to 15 digits, with an optional + before them',
    ),
    company_name: requiredLine('Company name', maxLength.name),
    message: requiredText('Message', maxLength.message),
    url: optionalWebAddress('Website URL'),
  })
  .meta({ id: 'SponsorRequestInput' });
export type SponsorRequestInput = z.infer<typeof sponsorRequestInput>;

/** The one file field of a sponsor request. The form requires it, the call does not (AMB-52). */
export const advertiseFileField = 'advertise_file';

/** What a sponsor's logo may be. */
export const advertiseFileTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/svg+xml'] as const;
