/** Environment variables of the content service and its seed step. */
import {
  loadConfig,
  databaseVariables,
  objectStoreVariables,
  queueVariables,
  serverVariables,
  yesNo,
} from '@site/platform/base/config';
import { z } from 'zod';

/** No object store: the worker makes pictures and the gateway serves them. */
export const serverConfig = () => loadConfig(z.object({ ...serverVariables, ...databaseVariables, ...queueVariables }));

/** Reads the settings of the step that adds sample content. @throws an error that lists all invalid variables */
export const seedConfig = () =>
  loadConfig(
    z.object({
      DATABASE_URL: databaseVariables.DATABASE_URL,
      ...objectStoreVariables,
      NODE_ENV: z.string().default('development'),
      /** Default: yes, except in production. */
      SAMPLE_CONTENT: yesNo.optional(),
    }),
  );
