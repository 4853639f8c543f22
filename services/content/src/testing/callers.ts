/** Users with each role, as callers in tests. */
import { newId } from '@site/platform/base/ids';
import type { Caller } from '@site/proto/grpc';

const person = (role: Caller['role'], name: string): Caller => ({
  id: newId(),
  name,
  role,
  clientAddress: '192.0.2.1',
});
export const admin = person('admin', 'Ada Admin');
export const otherAdmin = person('admin', 'Otis Other');
export const moderator = person('moderator', 'Mo Moderator');
export const editor = person('editor', 'Ed Editor');
