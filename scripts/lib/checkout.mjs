/** Paths and service names of this checkout. */
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The services that have a schema, by folder. */
export const services = ['auth', 'content', 'submissions', 'weather-proxy', 'notifications'];
