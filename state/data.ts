import { existsSync, readFileSync } from 'node:fs';
import { here } from '@site/state/chosen/here';

/** The files of the chosen state's folder, as services read them; a page fetches them by their address (`@site/state/data/…`). */

/** Whether the state's folder brings recorded answers of the weather service (`recorded/`), for the labelled sample. */
export const hasRecordings = (): boolean => existsSync(new URL('recorded/index.json', here));

/**
 * What a JSON file of the state holds.
 * @param file its name in the folder, for instance "gazetteer.json"
 */
export const readStateData = (file: string): unknown => JSON.parse(readFileSync(new URL(file, here), 'utf8'));
