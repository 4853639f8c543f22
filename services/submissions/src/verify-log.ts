/** Operator's command: verifies that no entry of the submissions service's audit log was changed or removed. */
import { runLogCheck } from '@site/platform/data/verify-audit';
import { submissionsDatabase } from './database.js';

await runLogCheck(submissionsDatabase);
