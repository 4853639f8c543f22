import type { MediaItem } from '@site/proto/content/v1/media.answers';
import { createContext } from 'react';

/** Library pictures available to the text being edited, by id. */
export const MediaContext = createContext<ReadonlyMap<string, MediaItem>>(new Map());
