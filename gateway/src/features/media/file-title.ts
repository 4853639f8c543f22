import { mediaLengths } from '@site/proto/content/v1/media.schema';
import { requiredLine } from '@site/proto/fields';

const nameless = 'Picture';

const name = requiredLine('Name', mediaLengths.name);

/** Returns a picture's initial name: "storm-front.JPG" becomes "storm-front". */
export function titleOfFile(fileName = ''): string {
  const base = fileName.replace(/^.*[/\\]/, '').replace(/\.[a-z0-9]{1,5}$/i, '');
  const checked = name.safeParse(base.slice(0, mediaLengths.name));
  return checked.success ? checked.data : nameless;
}
