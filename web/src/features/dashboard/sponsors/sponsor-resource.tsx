import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.responses';
import { advertiseFileField, sponsorInput } from '@site/proto/submissions/v1/sponsors.schema';
import type { Resource } from '@/dashboard-kit/editor/resource.js';
import { webAddressAsTyped } from '@/components/advertise/as-typed.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { SponsorLogo, sponsors } from './sponsors.js';

/** Sponsors added by an admin are approved immediately. */
export const sponsorResource: Resource<EditedSponsor> = {
  kind: 'sponsor',
  address: '/admin/main/sponsor',
  idField: 'sponsor_id',
  find: sponsors.find,
  input: sponsorInput.extend({ url: webAddressAsTyped }),
  fields: {
    name: { label: strings.name, hint: 'Contact person. Not shown on the site.' },
    email: { type: 'email', label: strings.email, hint: 'Not shown on the site.' },
    phone_number: {
      type: 'tel',
      label: strings.phoneNumber,
      hint: 'Shown on the site. Include the country code if it isn’t a US number.',
      placeholder: '+15015550123',
    },
    company_name: { label: strings.companyName, hint: 'Shown on the site beside the logo.' },
    url: { type: 'url', label: strings.websiteUrl, hint: 'Optional. The logo links to it.' },
    [advertiseFileField]: {
      type: 'picture',
      label: strings.companyLogo,
      noun: 'logo',
      drawings: true,
      missing: 'Company logo is required',
      show: (item) => <SponsorLogo sponsor={item} />,
      // A stored logo counts as the file; a company may have sent none.
      isStored: (item) => Boolean(item.picture ?? item.company_logo),
    },
    message: {
      type: 'lines',
      label: strings.message,
      hint: 'What you agreed on, or what they wrote. Not shown on the site.',
    },
  },
  prefersServerText: true,
  create: {
    title: strings.becomeOurSponsor,
    submit: strings.submit,
    busy: strings.submitting,
    failed: dashboardStrings.sponsorSaveFailed,
  },
  edit: { title: 'Edit Sponsor', failed: dashboardStrings.sponsorSaveFailed },
};
