import { z } from 'zod';
import { integer, text, textOrNull } from '../../responses.js';

/** A post from the site's page on the social network, in the specification's field names. */
export const socialPostResponse = z.strictObject({
  pageName: text,
  pagePicture: textOrNull,
  image: textOrNull,
  message: text,
  created_time: text,
  url: text,
  likesCount: integer,
  commentsCount: integer,
  sharesCount: integer,
});
export type SocialPost = z.infer<typeof socialPostResponse>;

export const socialPostsResponse = z.strictObject({
  ok: z.literal(true),
  updatedAt: text,
  stale: z.boolean().describe('The last refresh failed.'),
  posts: z.array(socialPostResponse).max(10),
});
export type SocialPosts = z.infer<typeof socialPostsResponse>;
