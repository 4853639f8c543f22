import { existsSync, readFileSync } from 'node:fs';
import { here } from '@site/regions/chosen/folder';

/** The files of the chosen state's folder, for services; pages fetch them by URL (`@site/regions/data/…`). */

/**
 * Returns whether the state's folder includes recorded weather service responses (`recorded/`), for the labeled sample.
 */
export const hasRecordings = (): boolean => existsSync(new URL('recorded/index.json', here));

/**
 * Returns the content of a JSON file of the state.
 * @param file its name in the folder, such as "gazetteer.json"
 */
export const readStateData = (file: string): unknown => JSON.parse(readFileSync(new URL(file, here), 'utf8'));
