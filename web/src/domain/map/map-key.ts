import type { Keys } from '@site/proto/content/v1/home.answers';
import { publicQuery } from '../../api/public-query.js';

/** GET /main/keys, in the specification's spelling; of its keys only the map's is one that browsers may have. */
export const keysQuery = { ...publicQuery<Keys>(['keys'], '/main/keys', 'loading the keys'), staleTime: Infinity };
