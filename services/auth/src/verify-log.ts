/** Operator's command: verifies that no entry of the auth service's audit log was changed or removed. */
import { runLogCheck } from '@site/platform/data/verify-audit';
import { authDatabase } from './database.js';

await runLogCheck(authDatabase);
