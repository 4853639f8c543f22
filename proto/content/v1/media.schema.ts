import { z } from 'zod';
import { optionalLine, requiredLine, requiredText } from '../../fields.js';

/** In characters. */
export const mediaLengths = { name: 200, alt: 500, credit: 200 } as const;

/** Fields of POST /admin/main/media/create, besides the file `image`. The name defaults to the file's name. */
export const mediaInput = z
  .strictObject({
    name: optionalLine('Name', mediaLengths.name),
    alt: optionalLine('Alternative text', mediaLengths.alt),
    credit: optionalLine('Credit', mediaLengths.credit),
  })
  .meta({ id: 'MediaInput' });

export const mediaImageField = 'image';

const share = (label: string) =>
  z.coerce
    .number(`${label} must be a number`)
    .min(0, `${label} must be at least 0`)
    .max(1, `${label} must be at most 1`);

/** Fields of POST /admin/main/media/edit. The focal point is in shares of width and height, from the top left. */
export const mediaEditInput = z
  .strictObject({
    media_id: requiredText('media_id', 100),
    name: requiredLine('Name', mediaLengths.name),
    alt: optionalLine('Alternative text', mediaLengths.alt),
    credit: optionalLine('Credit', mediaLengths.credit),
    focal_x: share('focal_x'),
    focal_y: share('focal_y'),
  })
  .meta({ id: 'MediaEditInput' });
