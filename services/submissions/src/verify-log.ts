import { runLogCheck } from '@site/platform/data/verify-audit';
import { submissionsDatabase } from './database.js';

await runLogCheck(submissionsDatabase);
