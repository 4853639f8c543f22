import {
  databaseVariables,
  loadConfig,
  objectStoreVariables,
  processVariables,
  queueVariables,
  serverVariables,
  yesNo,
} from '@site/platform/config';
import { z } from 'zod';

/** The gRPC server. */
export const serverConfig = () =>
  loadConfig(z.object({ ...serverVariables, ...databaseVariables, ...queueVariables, ...objectStoreVariables }));

/** The worker of the moderation queue, the image's second command. */
export const workerConfig = () =>
  loadConfig(
    z.object({
      ...processVariables,
      ...databaseVariables,
      ...queueVariables,
      ...objectStoreVariables,
      /** host:port of the content service, whose pictures this worker processes too. */
      CONTENT_GRPC_ADDRESS: z.string('is missing').regex(/^.+:\d+$/, 'must be host:port'),
    }),
  );

/** The migration step. */
export const migrationConfig = () =>
  loadConfig(
    z.object({
      DATABASE_URL: databaseVariables.DATABASE_URL,
      /** The role that may change schemas; DATABASE_URL when absent. */
      MIGRATION_DATABASE_URL: databaseVariables.DATABASE_URL.optional(),
    }),
  );

/** The seeding step. */
export const seedConfig = () =>
  loadConfig(
    z.object({
      NODE_ENV: processVariables.NODE_ENV,
      DATABASE_URL: databaseVariables.DATABASE_URL,
      ...objectStoreVariables,
      /** Whether an empty site is filled with samples; when absent: yes, except in production. */
      SAMPLE_CONTENT: yesNo.optional(),
    }),
  );

/** The object store's settings as `ObjectStore` takes them. */
export const objectStoreSettings = (config: {
  S3_ENDPOINT: string;
  S3_ACCESS_KEY: string;
  S3_SECRET_KEY: string;
  S3_BUCKET: string;
  S3_REGION: string;
}) => ({
  endpoint: config.S3_ENDPOINT,
  accessKey: config.S3_ACCESS_KEY,
  secretKey: config.S3_SECRET_KEY,
  bucket: config.S3_BUCKET,
  region: config.S3_REGION,
});
