/** Dashboard routes of the media library. */
import type { Metadata } from '@grpc/grpc-js';
import { Get, Param } from '@nestjs/common';
import { mediaResponse, mediaUseResponse } from '@site/proto/content/v1/media.responses';
import { mediaEditInput, mediaImageField, mediaInput, mediaLengths } from '@site/proto/content/v1/media.schema';
import { requiredLine, searchQuery } from '@site/proto/fields';
import type { MediaItem, MediaServiceClient } from '@site/proto/gen/nest/content/v1/media';
import { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { toMediaJson } from '../../responses/image-json.js';
import { Describe } from '../../edge/api/api-docs.js';
import { success } from '../../edge/envelope.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { editedList } from '../../feature-kit/content-crud.js';
import { pdfType } from '@site/domain/images/image-limits';
import { photoTypes } from '../../uploads/image-check.js';

const nameless = 'Picture';

const name = requiredLine('Name', mediaLengths.name);

/** Returns "storm-front" for "storm-front.JPG". */
export function titleOfFile(fileName = ''): string {
  const base = fileName.replace(/^.*[/\\]/, '').replace(/\.[a-z0-9]{1,5}$/i, '');
  const checked = name.safeParse(base.slice(0, mediaLengths.name));
  return checked.success ? checked.data : nameless;
}

export class AdminMediaController extends editedList({
  path: 'media',
  tag: 'media (dashboard)',
  permission: 'content',
  name: 'Picture',
  client: (clients) => clients.of<MediaServiceClient>('content', 'MediaService'),
  answer: mediaResponse,
  toJson: (item: MediaItem) => toMediaJson(item),
  list: {
    title: 'Pictures',
    summary:
      'Library pictures, newest first, paged by next_cursor; q matches all of its words in name, alternative text and credit.',
    query: searchQuery,
    call: (client, { q, ...page }, metadata) =>
      client
        .listMediaItems({ ...page, q: q || undefined }, metadata)
        .then(({ mediaItems, nextCursor }) => ({ rows: mediaItems, nextCursor })),
  },
  create: {
    summary: 'Adds a picture, or a PDF for a post, to the library. Its name defaults to the file name.',
    form: {
      fields: mediaInput,
      file: { field: mediaImageField, label: 'Picture', types: [...photoTypes, pdfType], required: true },
    },
    call: (client, { fields: { name, ...fields }, upload, fileName, write }, metadata) =>
      client
        .createMediaItem({ ...fields, name: name || titleOfFile(fileName), picture: upload, ...write }, metadata)
        .then(({ mediaItem }) => mediaItem),
  },
  edit: {
    summary: 'Changes a picture’s texts and its focal point for crops, wherever it is shown.',
    form: { fields: mediaEditInput },
    call: (client, { fields: { media_id: id, focal_x: focalX, focal_y: focalY, ...fields }, write }, metadata) =>
      client.updateMediaItem({ id, ...fields, focalX, focalY, ...write }, metadata).then(({ mediaItem }) => mediaItem),
  },
  delete: {
    summary:
      'Removes a picture from the library. It can be restored for 30 days. 422 while it is in use; the message says where.',
    call: (client, id, metadata) => client.deleteMediaItem({ id }, metadata),
  },
}) {
  @Get(':id')
  @Describe('A library picture.', mediaResponse, [401, 403, 404, 503])
  async get(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const mediaItem = await this.client.getMediaItem({ id }, metadata);
    return success('Picture', this.toJson(mediaItem));
  }

  @Get(':id/uses')
  @Describe(
    'Where a picture is used: posts (including drafts and unsaved edits), team members, the logo.',
    z.array(mediaUseResponse),
    [401, 403, 404, 503],
  )
  async uses(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const { uses } = await this.client.listMediaUses({ id }, metadata);
    return success(
      'Uses',
      uses.map((use) => toResponse(mediaUseResponse, use)),
    );
  }
}
