import { faqs } from './features/faqs.feature.js';
import { posts } from './features/posts.feature.js';
import { site } from './features/site.feature.js';
import { team } from './features/team.feature.js';

/** Everything that this service writes. Its tables, rpcs, trash, retention and pictures follow from this list. */
export const features = [posts, faqs, team, site];

export const contentKinds = features.flatMap(({ kinds }) => kinds);
