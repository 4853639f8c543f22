import { lazy } from 'react';

/** The map of a warning and what is computed from it: loaded after the instruction and the words. */
export const WarningArea = lazy(() => import('./warning-area.js').then((module) => ({ default: module.WarningArea })));
