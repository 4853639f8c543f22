import { isId } from '@site/platform/base/ids';
import { missing } from './failures.js';

/** The id, if it can be one of ours. @throws 404 with the message otherwise: it is as good as an unknown one */
export function knownId(id: string, message: string): string {
  if (!isId(id)) throw missing(message);
  return id;
}
