import type { Keys } from '@site/proto/content/v1/home.responses';
import { publicQuery } from '@/api/public-query.js';

/** GET /main/keys, as the specification spells it; browsers may use only its map key. */
export const keysQuery = { ...publicQuery<Keys>(['keys'], '/main/keys', 'loading the keys'), staleTime: Infinity };
