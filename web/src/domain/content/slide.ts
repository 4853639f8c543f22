import type { Snapshot } from '@site/proto/submissions/v1/snapshots.answers';
import exampleRainbow from '../../assets/example-rainbow.svg';
import exampleThunderhead from '../../assets/example-thunderhead.svg';
import exampleValleyFog from '../../assets/example-valley-fog.svg';
import type { PictureSource } from '../../ui/picture.js';

/** A snapshot as the pages show it; it may be handed from one page to the next in the router's state. */
export interface Slide {
  id: string;
  picture: PictureSource | null;
  /** The URL beside the picture, used when no sizes are known. */
  image: string | null;
  author: string;
  text: string;
  location: string;
  /** Drawn by us, shown while there are no photos; marked as such. */
  isExample: boolean;
}

export function toSlide(snapshot: Snapshot): Slide {
  return {
    id: snapshot.id,
    picture: snapshot.picture,
    image: snapshot.file,
    author: `${snapshot.first_name} ${snapshot.last_name}`,
    text: snapshot.comment,
    location: snapshot.location,
    isExample: false,
  };
}

/** The built-in fallback snapshots have an image, a title and an author. */
const fallbackSnapshots = [
  {
    id: 'example-1',
    image: exampleThunderhead,
    title: 'A thunderhead over the Delta at dusk',
    author: 'Drawn for this site',
  },
  { id: 'example-2', image: exampleValleyFog, title: 'Morning fog in an Ozark valley', author: 'Drawn for this site' },
  { id: 'example-3', image: exampleRainbow, title: 'A rainbow after the rain', author: 'Drawn for this site' },
];

export const exampleSlides: Slide[] = fallbackSnapshots.map(({ id, image, title, author }) => ({
  id,
  picture: null,
  image,
  author,
  text: title,
  location: '',
  isExample: true,
}));

/** What the picture shows, for people who do not see it. */
export function slideAlt({ isExample, text, author, location }: Slide): string {
  if (isExample) return `Illustration: ${text}`;
  return location ? `Weather photo from ${location} by ${author}` : `Weather photo by ${author}`;
}
