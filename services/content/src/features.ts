/** Everything that this service writes, a line each. Its tables, rpcs, trash, retention and pictures follow from this list. */

export { faqs } from './features/faqs.feature.js';
export { posts } from './features/posts.feature.js';
export { site } from './features/site.feature.js';
export { team } from './features/team.feature.js';
