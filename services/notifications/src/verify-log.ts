/** Operator's command: verifies that no entry of the notifications service's audit log was changed or removed. */
import { runLogCheck } from '@site/platform/data/verify-audit';
import { notificationsDatabase } from './database.js';

await runLogCheck(notificationsDatabase);
