import { status } from '@grpc/grpc-js';
import { Inject, Injectable } from '@nestjs/common';
import { isId } from '@site/platform/base/ids';
import { slugPattern } from '@site/domain/content/slug';
import type { Post } from '@site/proto/gen/nest/content/v1/posts';
import { Clients } from '../edge/clients/clients.js';
import { missing } from '../edge/http-errors.js';
import { ReadThroughCache } from './read-through-cache.js';
import type { Prepared } from './prepared-response.js';
import { contentHeaders, PublicResponses } from './public-responses.js';
import { toFullPostJson } from './content-json.js';

export const noSuchPost = 'There is no such post.';

export interface FullPost {
  post: Post;
  prepared: Prepared;
}

/**
 * Posts with their documents, which lists omit. Plain-text posts are complete in the list, which also serves the
 * others, with text only, while the content service is down.
 */
@Injectable()
export class PostResponses {
  private readonly cache = new ReadThroughCache<Post>({
    toData: toFullPostJson,
    action: 'Post',
    headers: contentHeaders,
  });

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(PublicResponses) private readonly lists: PublicResponses,
  ) {}

  /** Whether `find` can respond from the cache. */
  isCached(name: string): boolean {
    return this.lists.findPost(name) !== undefined || this.cache.peek(name) !== undefined;
  }

  /**
   * Returns a published or unlisted post.
   * @param name its id, its slug, or a former slug
   * @throws 404 if the name is malformed or unknown; otherwise the content service's error
   */
  async find(name: string): Promise<FullPost> {
    const isPossible = isId(name) || (name.length <= maxNameLength && slugPattern.test(name));
    if (!isPossible) throw missing(noSuchPost);
    const prepared = await this.cache.find(name, () => this.load(name));
    const post = this.cache.peek(name);
    if (!post) throw missing(noSuchPost);
    return { post, prepared };
  }

  private async load(name: string): Promise<Post> {
    const listed = this.lists.findPost(name);
    if (listed && !listed.hasDocument) return listed;
    try {
      return await this.clients.posts.getPost(isId(name) ? { id: name } : { id: '', slug: name });
    } catch (error) {
      if (listed && (error as { code?: unknown }).code !== status.NOT_FOUND) return listed;
      throw error;
    }
  }
}

const maxNameLength = 100;
