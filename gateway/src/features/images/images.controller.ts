/** Dashboard route that retries the processing of an image. */
import type { Metadata } from '@grpc/grpc-js';
import { HttpCode, Inject, Param, Post } from '@nestjs/common';
import { emptyResponse } from '@site/proto/responses';
import type { ImagesServiceClient } from '@site/proto/gen/nest/images/v1/images';
import { may, type PermissionName } from '@site/domain/roles';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { callOwner } from '../../edge/clients/service-lists.js';
import { success } from '../../edge/envelope.js';
import { DashboardController } from '../../edge/routes.js';
import { CallMetadata, CurrentSession, type Session } from '../../edge/session.guard.js';

/** With the permission to manage their pictures. */
const owners: ['submissions' | 'content', PermissionName][] = [
  ['submissions', 'review'],
  ['content', 'content'],
];

@DashboardController('admin/main/pictures', 'pictures', 'account')
export class ImagesController {
  private readonly owners;

  constructor(@Inject(Clients) clients: Clients) {
    this.owners = owners.map(([owner, permission]) => ({
      permission,
      client: clients.of<ImagesServiceClient>(owner, 'ImagesService', 'images'),
    }));
  }

  @Post(':id/retry')
  @HttpCode(200)
  @Describe(
    'Retries a picture that couldn’t be processed; its id is the picture’s `retry_id`. Repeating it changes nothing.',
    emptyResponse,
    [401, 403, 404, 503],
  )
  async retry(@Param('id') imageId: string, @CurrentSession() { caller }: Session, @CallMetadata() metadata: Metadata) {
    const permittedOwners = this.owners.filter(({ permission }) => may(caller.role, permission));
    const calls = permittedOwners.map(({ client }) => client.retryImage({ id: imageId }, metadata));
    await callOwner(calls, 'This picture does not exist.');
    return success('The picture will be processed again.', null);
  }
}
