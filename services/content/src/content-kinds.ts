/** All kinds of content, collected from the features. */
import * as listed from './features.js';

export const features = Object.values(listed);

export const contentKinds = features.flatMap(({ kinds }) => kinds);
