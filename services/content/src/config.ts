import {
  loadConfig,
  databaseVariables,
  objectStoreVariables,
  queueVariables,
  serverVariables,
  yesNo,
} from '@site/platform/base/config';
import { z } from 'zod';

/** The gRPC server. It never touches the object store: pictures are made by the worker and served by the gateway. */
export const serverConfig = () => loadConfig(z.object({ ...serverVariables, ...databaseVariables, ...queueVariables }));

/** The seeding step. */
export const seedConfig = () =>
  loadConfig(
    z.object({
      DATABASE_URL: databaseVariables.DATABASE_URL,
      ...objectStoreVariables,
      NODE_ENV: z.string().default('development'),
      /** Whether an empty site is filled with samples; true in development, false in production, when absent. */
      SAMPLE_CONTENT: yesNo.optional(),
    }),
  );
