import { lazy } from 'react';

/** The warning's map and everything computed from it. Loads after the instruction and the text. */
export const WarningArea = lazy(() => import('./warning-area.js').then((module) => ({ default: module.WarningArea })));
