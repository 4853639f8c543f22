import { join } from 'node:path';

/** The folder of the checkout. */
export const root = join(import.meta.dirname, '../..');

/** The services that have a schema, by the folder of each. */
export const services = ['auth', 'content', 'submissions', 'weather-proxy', 'notifications'];
