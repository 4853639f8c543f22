import { lazy } from 'react';

/** The map and everything computed from it, loaded after the instruction and the text. */
export const WarningArea = lazy(() => import('./warning-area.js').then((module) => ({ default: module.WarningArea })));
