import type { Snapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { fogCaption, thunderheadCaption } from '@site/regions/chosen/facts';
import exampleRainbow from '@/assets/example-rainbow.svg';
import exampleThunderhead from '@/assets/example-thunderhead.svg';
import exampleValleyFog from '@/assets/example-valley-fog.svg';
import type { ImageSource } from '@/ui/image.js';

/** Also passed in the router's state. */
export interface Slide {
  id: string;
  imageInfo: ImageSource | null;
  /** URL of the original, used without resized versions. */
  image: string | null;
  author: string;
  text: string;
  location: string;
  /** Our own illustration, shown while there are no photos and labeled as such. */
  isExample: boolean;
}

export function toSlide(snapshot: Snapshot): Slide {
  return {
    id: snapshot.id,
    imageInfo: snapshot.picture,
    image: snapshot.file,
    author: `${snapshot.first_name} ${snapshot.last_name}`,
    text: snapshot.comment,
    location: snapshot.location,
    isExample: false,
  };
}

const example = (id: string, image: string, text: string): Slide => ({
  id,
  imageInfo: null,
  image,
  author: 'Drawn for this site',
  text,
  location: '',
  isExample: true,
});

export const exampleSlides: Slide[] = [
  example('example-1', exampleThunderhead, thunderheadCaption),
  example('example-2', exampleValleyFog, fogCaption),
  example('example-3', exampleRainbow, 'A rainbow after the rain'),
];

/** Returns a photo's alt text from its location and author; illustrations are named as such. */
export function slideAlt({ isExample, text, author, location }: Slide): string {
  if (isExample) return `Illustration: ${text}`;
  return location ? `Weather photo from ${location} by ${author}` : `Weather photo by ${author}`;
}
