import { runLogCheck } from '@site/platform/data/verify-audit';
import { notificationsDatabase } from './database.js';

await runLogCheck(notificationsDatabase);
