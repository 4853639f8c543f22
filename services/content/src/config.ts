import {
  loadConfig,
  databaseVariables,
  objectStoreVariables,
  queueVariables,
  serverVariables,
  yesNo,
} from '@site/platform/base/config';
import { z } from 'zod';

/** The gRPC server never touches the object store: the worker makes pictures and the gateway serves them. */
export const serverConfig = () => loadConfig(z.object({ ...serverVariables, ...databaseVariables, ...queueVariables }));

export const seedConfig = () =>
  loadConfig(
    z.object({
      DATABASE_URL: databaseVariables.DATABASE_URL,
      ...objectStoreVariables,
      NODE_ENV: z.string().default('development'),
      /** Whether to fill an empty site with samples. Defaults to true in development and false in production. */
      SAMPLE_CONTENT: yesNo.optional(),
    }),
  );
