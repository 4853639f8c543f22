/** Start-up step: adds sample sponsors and photos to an empty site. */
import { databaseOptions } from '@site/platform/data/database';
import { ObjectStore, objectStoreSettings } from '@site/platform/data/object-store';
import { hasSampleContent } from '@site/regions/chosen/details';
import { DataSource } from 'typeorm';
import { seedConfig } from './config.js';
import { submissionsDatabase } from './database.js';
import { addSamples } from './add-samples.js';

/** Fills an empty site with samples if SAMPLE_CONTENT says so. Safe at every start. */
const config = seedConfig();
if (hasSampleContent && (config.SAMPLE_CONTENT ?? config.NODE_ENV !== 'production')) {
  const dataSource = new DataSource(
    databaseOptions({
      ...submissionsDatabase,
      applicationName: 'submissions-seed',
      url: config.DATABASE_URL,
      poolMax: 2,
      // No visitor waits for this step.
      waits: { connectionMs: 10_000 },
    }),
  );
  const store = new ObjectStore(objectStoreSettings(config));
  try {
    await dataSource.initialize();
    await store.ensureBucket();
    const { sponsors, snapshots } = await addSamples(dataSource, store);
    process.stdout.write(
      `submissions: ${sponsors + snapshots > 0 ? `added ${sponsors} sample sponsors and ${snapshots} sample snapshots` : 'no samples needed'}\n`,
    );
  } catch (error) {
    process.stderr.write(`submissions: seeding failed: ${(error as Error).message}\n`);
    process.exitCode = 1;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    store.close();
  }
} else {
  process.stdout.write('submissions: no samples wanted\n');
}
