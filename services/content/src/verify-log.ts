/** Operator's command: verifies that no entry of the content service's audit log was changed or removed. */
import { runLogCheck } from '@site/platform/data/verify-audit';
import { contentDatabase } from './database.js';

await runLogCheck(contentDatabase);
