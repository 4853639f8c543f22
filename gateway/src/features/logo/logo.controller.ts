/** Dashboard routes of the site's logo. */
import { editedLogoResponse } from '@site/proto/content/v1/site.responses';
import { logoEditInput, logoImageField, logoImageLabel, logoInput } from '@site/proto/content/v1/site.schema';
import type { SiteLogo, SiteServiceClient } from '@site/proto/gen/nest/content/v1/site';
import { toResponse } from '../../responses/response-from.js';
import { fallbackUrl, toModeratedImageJson } from '../../responses/image-json.js';
import { editedOne } from '../../feature-kit/content-crud.js';
import { logoTypes } from '../../uploads/image-check.js';

const file = { field: logoImageField, label: logoImageLabel, types: logoTypes } as const;

export class AdminLogoController extends editedOne({
  path: 'logo',
  tag: 'logo (dashboard)',
  permission: 'content',
  name: 'Logo',
  client: (clients) => clients.of<SiteServiceClient>('content', 'SiteService'),
  answer: editedLogoResponse,
  toJson: (site: SiteLogo) =>
    toResponse(editedLogoResponse, site, { logo: fallbackUrl(site.logo), picture: toModeratedImageJson(site.logo) }),
  get: {
    summary: 'The logo, or null if there is none.',
    call: (client, metadata) => client.getLogo({}, metadata).then(({ logo }) => logo),
  },
  create: {
    summary: 'Sets the logo. 409 if there already is one.',
    failures: [409],
    form: { fields: logoInput, file: { ...file, required: true } },
    call: (client, { upload, write }, metadata) =>
      client.createLogo({ logo: upload, ...write }, metadata).then(({ logo }) => logo),
  },
  edit: {
    summary: 'Replaces the logo. Without a file the logo stays.',
    form: { fields: logoEditInput, file: { ...file, required: false } },
    call: (client, { fields, upload, write }, metadata) =>
      client.updateLogo({ id: fields.logo_id, logo: upload, ...write }, metadata).then(({ logo }) => logo),
  },
  delete: {
    summary: 'Removes the logo from the site. It can be restored for 30 days.',
    call: (client, id, metadata) => client.deleteLogo({ id }, metadata),
  },
}) {}
