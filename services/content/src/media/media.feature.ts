import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { isId } from '@site/platform/base/ids';
import { readAllowed } from '@site/platform/data/admin';
import {
  MediaServiceControllerMethods,
  type CreateMediaItemRequest,
  type DeleteMediaItemRequest,
  type GetMediaItemRequest,
  type ListMediaItemsRequest,
  type ListMediaUsesRequest,
  type MediaItem,
  type MediaServiceController,
  type UpdateMediaItemRequest,
} from '@site/proto/gen/nest/content/v1/media';
import { notFound } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import type { ContentFeature } from '../kinds/content-feature.js';
import { ContentRows } from '../kinds/content-rows.js';
import { AddMedia1796000100000 } from '../migrations/1796000100000-add-media.js';
import { mediaKind, usesOfMedia } from './media.kind.js';

const middle = { focalX: 0.5, focalY: 0.5 };

/** Unlike other content, the library as a whole is visible to editors only. */
@Controller()
@MediaServiceControllerMethods()
class MediaController implements MediaServiceController {
  private readonly rows: ContentRows<MediaItem>;

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {
    this.rows = new ContentRows(dataSource, mediaKind);
  }

  async listMediaItems(request: ListMediaItemsRequest, metadata?: Metadata) {
    readAllowed(metadata, 'content');
    const { page: mediaItems, nextCursor } = await this.rows.list(request);
    return { mediaItems, nextCursor };
  }

  async getMediaItem({ id }: GetMediaItemRequest, metadata?: Metadata) {
    readAllowed(metadata, 'content');
    return { mediaItem: await this.rows.get(id) };
  }

  async createMediaItem(request: CreateMediaItemRequest, metadata?: Metadata) {
    const { message: mediaItem, replayed } = await this.rows.create({ ...request, ...middle }, metadata);
    return { mediaItem, replayed };
  }

  async updateMediaItem(request: UpdateMediaItemRequest, metadata?: Metadata) {
    const { message: mediaItem, replayed } = await this.rows.edit(request, metadata);
    return { mediaItem, replayed };
  }

  deleteMediaItem({ id }: DeleteMediaItemRequest, metadata?: Metadata) {
    return this.rows.delete(id, metadata);
  }

  async listMediaUses({ id }: ListMediaUsesRequest, metadata?: Metadata) {
    readAllowed(metadata, 'content');
    const known = isId(id) && (await this.dataSource.query<unknown[]>('SELECT FROM media WHERE id = $1', [id]));
    if (!known || known.length === 0) throw notFound(mediaKind.unknown);
    return { uses: await usesOfMedia(this.dataSource.manager, id) };
  }
}

export const media: ContentFeature = {
  kinds: [mediaKind],
  controller: MediaController,
  migrations: [AddMedia1796000100000],
};
