/** Dashboard routes of the site's header text. */
import { editedHeaderResponse } from '@site/proto/content/v1/site.responses';
import { headerEditInput, headerInput } from '@site/proto/content/v1/site.schema';
import type { SiteHeader, SiteServiceClient } from '@site/proto/gen/nest/content/v1/site';
import { toResponse } from '../../responses/response-from.js';
import { editedOne } from '../../feature-kit/content-crud.js';

export class AdminHeaderController extends editedOne({
  path: 'header',
  tag: 'header (dashboard)',
  permission: 'content',
  name: 'Header',
  client: (clients) => clients.of<SiteServiceClient>('content', 'SiteService'),
  answer: editedHeaderResponse,
  toJson: (header: SiteHeader) => toResponse(editedHeaderResponse, header),
  get: {
    summary: 'The header, or null if there is none.',
    call: (client, metadata) => client.getHeader({}, metadata).then(({ header }) => header),
  },
  create: {
    summary: 'Sets the header. 409 if there already is one.',
    failures: [409],
    form: { fields: headerInput },
    call: (client, { fields, write }, metadata) =>
      client.createHeader({ ...fields, ...write }, metadata).then(({ header }) => header),
  },
  edit: {
    summary: 'Changes the header.',
    form: { fields: headerEditInput },
    call: (client, { fields: { header_id: id, ...fields }, write }, metadata) =>
      client.updateHeader({ id, ...fields, ...write }, metadata).then(({ header }) => header),
  },
  delete: {
    summary: 'Removes the header from the site. It can be restored for 30 days.',
    call: (client, id, metadata) => client.deleteHeader({ id }, metadata),
  },
}) {}
