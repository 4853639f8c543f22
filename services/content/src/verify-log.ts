import { runLogCheck } from '@site/platform/data/verify-audit';
import { contentDatabase } from './database.js';

await runLogCheck(contentDatabase);
