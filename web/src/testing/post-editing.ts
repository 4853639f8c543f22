import type { MediaItem } from '@site/proto/content/v1/media.responses';
import type { EditedPost, SavedRevision, PostEditorData, PostValues } from '@site/proto/content/v1/posts.responses';
import { documentOfText } from '@site/domain/content/rich-text';
import { buildPost } from './builders.js';
import { buildEditedImage } from './dashboard.js';

export const buildEditedPost = (id: string, change: Partial<EditedPost> = {}): EditedPost => ({
  ...buildPost({ id, title: `Title ${id}`, description: `Text of ${id}` }),
  picture: null,
  updated_at: '2026-11-20T18:00:00Z',
  version: 5,
  status: 'published',
  publish_at: null,
  published_at: '2026-11-20T18:00:00Z',
  send_newsletter: false,
  newsletter_cleared_at: null,
  newsletter_cleared_by: '',
  revision: 1,
  has_changes: false,
  has_previews: false,
  edited_by: '',
  autosaved: null,
  ...change,
});

export const buildValues = (change: Partial<PostValues> = {}): PostValues => ({
  title: 'Shelf clouds',
  document: documentOfText('Look west.'),
  excerpt: '',
  slug: '',
  author: 'Ada Lovelace',
  tags: [],
  url: '',
  cover_media_id: '',
  ...change,
});

export const buildPostEditorData = (change: Partial<PostEditorData> = {}): PostEditorData => ({
  post: buildEditedPost('p1', { status: 'draft', published_at: null }),
  values: buildValues(),
  autosave: null,
  others_at_work: [],
  media: [],
  ...change,
});

export const buildSavedRevision = (change: Partial<SavedRevision> = {}): SavedRevision => ({
  revision: 1,
  latest_by: '',
  saved_at: '2026-11-20T18:00:00Z',
  others_at_work: [],
  ...change,
});

export const buildMedia = (id: string, change: Partial<MediaItem> = {}): MediaItem => ({
  id,
  name: 'cloud.jpg',
  alt: 'A shelf cloud over fields',
  credit: 'Maria',
  focal_x: 0.5,
  focal_y: 0.5,
  picture: buildEditedImage(),
  uses: 0,
  created_at: '2026-11-20T18:00:00Z',
  version: 1,
  ...change,
});
