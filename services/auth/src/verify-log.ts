import { runLogCheck } from '@site/platform/data/verify-audit';
import { authDatabase } from './database.js';

await runLogCheck(authDatabase);
