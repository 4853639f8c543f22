/** The media library: images for posts, and where each is used. */
import { isId } from '@site/platform/base/ids';
import type { Id } from '@site/proto/gen/nest/common/v1/common';
import { MediaServiceControllerMethods } from '@site/proto/gen/nest/content/v1/media';
import { notFound } from '@site/proto/grpc';
import { contentFeature } from '../kinds/content-feature.js';
import { mediaKind, usesOfMedia } from './media.kind.js';

export const media = contentFeature(MediaServiceControllerMethods, [mediaKind], {
  async listMediaUses({ id }: Id) {
    const existing = isId(id) && (await this.dataSource.query<unknown[]>('SELECT FROM media WHERE id = $1', [id]));
    if (!existing || existing.length === 0) throw notFound(mediaKind.unknown);
    return { uses: await usesOfMedia(this.dataSource.manager, id) };
  },
});
