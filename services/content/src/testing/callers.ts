/** Users with each role, as callers in tests. */
import { newId } from '@site/platform/base/ids';
import type { Caller } from '@site/proto/grpc';

const buildCaller = (role: Caller['role'], name: string): Caller => ({
  id: newId(),
  name,
  role,
  clientAddress: '192.0.2.1',
});
export const admin = buildCaller('admin', 'Ada Admin');
export const otherAdmin = buildCaller('admin', 'Otis Other');
export const moderator = buildCaller('moderator', 'Mo Moderator');
export const editor = buildCaller('editor', 'Ed Editor');
