import type { MediaItem } from '@site/proto/content/v1/media.answers';
import { createContext } from 'react';

/** The pictures that a text being written may show, by their ids. */
export const MediaContext = createContext<ReadonlyMap<string, MediaItem>>(new Map());
