import { isId } from '@site/platform/base/ids';
import { missing } from './failures.js';

/** Returns the id if it's well-formed. @throws 404 with the message otherwise, as for an unknown id */
export function knownId(id: string, message: string): string {
  if (!isId(id)) throw missing(message);
  return id;
}
