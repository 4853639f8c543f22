/** The media library: images for posts, and where each is used. */
import type { Metadata } from '@grpc/grpc-js';
import { isId } from '@site/platform/base/ids';
import { readAllowed } from '@site/platform/data/admin';
import { MediaServiceControllerMethods, type ListMediaUsesRequest } from '@site/proto/gen/nest/content/v1/media';
import { notFound } from '@site/proto/grpc';
import { contentFeature } from '../kinds/content-feature.js';
import { mediaKind, usesOfMedia } from './media.kind.js';

export const media = contentFeature(MediaServiceControllerMethods, [mediaKind], {
  async listMediaUses({ id }: ListMediaUsesRequest, metadata?: Metadata) {
    readAllowed(metadata, 'content');
    const existing = isId(id) && (await this.dataSource.query<unknown[]>('SELECT FROM media WHERE id = $1', [id]));
    if (!existing || existing.length === 0) throw notFound(mediaKind.unknown);
    return { uses: await usesOfMedia(this.dataSource.manager, id) };
  },
});
