/** Tables, rpcs, trash, retention and pictures are derived from this list. */

export { faqs } from './features/faqs.feature.js';
export { media } from './media/media.feature.js';
export { overview } from './overview/overview.feature.js';
export { posts } from './posts/posts.feature.js';
export { site } from './features/site.feature.js';
export { stormMode } from './storm-mode/storm-mode.feature.js';
export { team } from './features/team.feature.js';
