/** Start-up step: adds sample content to an empty site. */
import { databaseOptions } from '@site/platform/data/database';
import { ObjectStore, objectStoreSettings } from '@site/platform/data/object-store';
import { hasSampleContent } from '@site/regions/chosen/details';
import { stateName } from '@site/regions/state';
import { DataSource } from 'typeorm';
import { seedConfig } from './config.js';
import { contentDatabase } from './database.js';
import { addSampleContent } from './sample-content/sample-content.js';

/** Fills an empty site with samples if SAMPLE_CONTENT is set, after the migrations. */
const config = seedConfig();

async function seed(): Promise<string> {
  if (!(config.SAMPLE_CONTENT ?? config.NODE_ENV !== 'production')) return 'samples disabled (SAMPLE_CONTENT)';
  if (!hasSampleContent) return `no samples available for ${stateName}`;
  const store = new ObjectStore(objectStoreSettings(config));
  const dataSource = new DataSource(
    databaseOptions({
      ...contentDatabase,
      applicationName: 'content-seed',
      url: config.DATABASE_URL,
      poolMax: 2,
      // Not time-critical.
      waits: { connectionMs: 10_000 },
    }),
  );
  try {
    await store.ensureBucket();
    await dataSource.initialize();
    const filled = await addSampleContent(dataSource, store);
    return filled.length > 0 ? `added samples (${filled.join(', ')})` : 'already has content';
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    store.close();
  }
}

try {
  process.stdout.write(`content: ${await seed()}\n`);
} catch (error) {
  process.stderr.write(`content: cannot seed: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
