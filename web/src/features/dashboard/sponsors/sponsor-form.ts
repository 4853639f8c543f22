import { advertiseFileField, sponsorInput } from '@site/proto/submissions/v1/sponsors.schema';
import type { Answer } from '../../../api/api.js';
import type { PictureChoice } from '../../../dashboard-kit/editor/editor-fields.js';
import type { Faults, Stored } from '../../../dashboard-kit/editor/editor.js';
import { faultsOf } from '../../../dashboard-kit/editor/faults.js';
import { imageFault } from '../../../dashboard-kit/editor/image-fault.js';
import { sendForm, type SaveCall } from '../../../dashboard-kit/editor/save.js';
import { findSponsor, type AdminSponsor } from './sponsor-lists.js';

/** What the form holds, by the wire's names. */
export interface SponsorValues extends Record<string, unknown> {
  name: string;
  email: string;
  phone_number: string;
  company_name: string;
  url: string;
  message: string;
  advertise_file: PictureChoice;
}

const textFields = ['name', 'email', 'phone_number', 'company_name', 'url', 'message'] as const;

export function storedSponsor(sponsor: AdminSponsor | undefined): Stored<SponsorValues> {
  return {
    values: {
      name: sponsor?.name ?? '',
      email: sponsor?.email ?? '',
      phone_number: sponsor?.phone_number ?? '',
      company_name: sponsor?.company_name ?? '',
      url: sponsor?.url ?? '',
      message: sponsor?.message ?? '',
      // The logo that is there counts as the file (AMB-53); a company may have sent none.
      advertise_file: sponsor && (sponsor.picture || sponsor.company_logo) ? 'stored' : null,
    },
    version: sponsor?.version,
  };
}

export function checkSponsor(values: SponsorValues): Faults<SponsorValues> {
  const faults = faultsOf<SponsorValues>(sponsorInput, values, [...textFields]);
  const { advertise_file: logo } = values;
  const fault = logo === null ? 'Company logo is required' : logo instanceof File && imageFault(logo, 'logo');
  return fault ? { ...faults, [advertiseFileField]: fault } : faults;
}

export function saveSponsor(
  id: string | undefined,
  { advertise_file: logo, ...texts }: SponsorValues,
  call: SaveCall,
): Promise<Answer<AdminSponsor>> {
  const fields = {
    ...(id !== undefined && { sponsor_id: id }),
    ...Object.fromEntries(textFields.map((field) => [field, texts[field].trim()])),
    [advertiseFileField]: logo instanceof File ? logo : undefined,
  };
  return sendForm(`/admin/main/sponsor/${id === undefined ? 'create' : 'edit'}`, fields, call);
}

export async function loadSponsor(id: string): Promise<Stored<SponsorValues> | undefined> {
  const sponsor = await findSponsor(id);
  return sponsor && storedSponsor(sponsor);
}
