/**
 * Samples for an empty development site: sponsors and illustrated photos, labeled as samples. They take the same path
 * as uploads (staging, outbox, worker), but are already approved.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { announce } from '@site/platform/data/changes';
import { newId } from '@site/platform/base/ids';
import { type ObjectStore } from '@site/platform/data/object-store';
import { addImage } from '@site/platform/lifecycle/images';
import { type StagedUpload } from '@site/proto/gen/nest/images/v1/images';
import { termsVersion } from '@site/proto/submissions/v1/snapshots.schema';
import { type DataSource } from 'typeorm';
import { decodeImage } from './images/decoder.js';
import { Snapshot } from './snapshots/snapshot.entity.js';
import { Sponsor } from './sponsors/sponsor.entity.js';

const sponsors = [
  { file: 'ozark-emergency-dispatch', name: 'Ozark Emergency Dispatch (sample)', phone: '+15015550111' },
  { file: 'delta-rice-growers', name: 'Delta Rice Growers (sample)', phone: '+18705550122' },
  { file: 'hot-springs-roofing', name: 'Hot Springs Roofing (sample)', phone: '+15015550133' },
  { file: 'river-valley-outfitters', name: 'River Valley Outfitters (sample)', phone: '+14795550144' },
  { file: 'pine-ridge-credit-union', name: 'Pine Ridge Credit Union (sample)', phone: '+18705550155' },
  { file: 'natural-state-solar', name: 'Natural State Solar (sample)', phone: '+14795550166' },
];

const sampleNote = 'A sample illustration, not a photo of real weather.';
const snapshots = [
  {
    file: 'shelf-cloud',
    first: 'Josie',
    last: 'Marlow',
    location: 'Near Stuttgart, the Delta',
    comment: 'A shelf cloud rolls over the rice fields ahead of the rain.',
  },
  {
    file: 'ozark-fog',
    first: 'Wyatt',
    last: 'Calloway',
    location: 'Boston Mountains, Newton County',
    comment: 'Fog fills the hollows at dawn, ridge behind ridge.',
  },
  {
    file: 'lightning',
    first: 'Renee',
    last: 'Castellan',
    location: 'Little Rock, from the river trail',
    comment: 'One bolt over downtown and its twin in the Arkansas River.',
  },
  {
    file: 'buffalo-river',
    first: 'Hollis',
    last: 'Brandt',
    location: 'Buffalo National River',
    comment: 'The river runs green and high under the bluffs, the day after the rain.',
  },
  {
    file: 'snow',
    first: 'Imani',
    last: 'Fairchild',
    location: 'Mount Magazine',
    comment: 'The first snow on the highest point of the state.',
  },
  {
    file: 'hay-fields',
    first: 'Cole',
    last: 'Whitaker',
    location: 'Hay fields near Clarksville',
    comment: 'The day ends warm and dry. Good hay weather.',
  },
];

const drawing = (path: string) => readFile(new URL(`../seed/${path}.svg`, import.meta.url));

/** Draws a sample photo. It is trusted, so it may take longer. */
async function photo(file: string): Promise<Buffer> {
  const { sizes } = await decodeImage(
    await drawing(`snapshots/${file}`),
    {
      format: 'svg',
      maxPixels: 4_000_000,
      widths: [1_600],
      encodings: [{ format: 'jpeg', options: { quality: 92 } }],
      alpha: false,
    },
    { processorSeconds: 60 },
  );
  return sizes[0]!.bytes;
}

/** Fixed names, so that a rerun overwrites them. */
async function stage(store: ObjectStore, name: string, bytes: Buffer, mediaType: string): Promise<StagedUpload> {
  const key = `staging/sample-${name}`;
  await store.put(key, bytes, mediaType);
  return { key, sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length, mediaType };
}

/**
 * Fills tables that never contained rows.
 * @returns the number added of each kind
 */
export async function addSamples(
  dataSource: DataSource,
  store: ObjectStore,
): Promise<{ sponsors: number; snapshots: number }> {
  return dataSource.transaction(async (manager) => {
    // A second seeding process waits and then finds the tables filled.
    await manager.query(`SET LOCAL idle_in_transaction_session_timeout = '120s'`);
    await manager.query(`SET LOCAL lock_timeout = '60s'`);
    await manager.query(`SET LOCAL statement_timeout = '60s'`);
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('submissions.samples', 0))`);
    const added = { sponsors: 0, snapshots: 0 };
    if (!(await manager.exists(Sponsor))) {
      for (const [index, { file, name, phone }] of sponsors.entries()) {
        const upload = await stage(store, `${file}.svg`, await drawing(`logos/${file}`), 'image/svg+xml');
        await manager.insert(Sponsor, {
          id: newId(),
          name: 'Sample Contact',
          email: 'sample@example.com',
          phoneNumber: phone,
          companyName: name,
          url: 'https://example.com/',
          message: 'A sample sponsor, invented for this site.',
          status: 'approved',
          isTop: index === 0,
          logoId: await addImage(manager, upload, 'logo', true),
          decidedAt: () => `now() - interval '${sponsors.length - index} minutes'`,
        });
        added.sponsors += 1;
      }
    }
    if (!(await manager.exists(Snapshot))) {
      for (const [index, { file, first, last, location, comment }] of snapshots.entries()) {
        const upload = await stage(store, `${file}.jpg`, await photo(file), 'image/jpeg');
        const hoursAgo = () => `now() - interval '${(index + 1) * 7} hours'`;
        await manager.insert(Snapshot, {
          id: newId(),
          firstName: first,
          lastName: last,
          email: 'sample@example.com',
          location,
          comment: `${comment} ${sampleNote}`,
          status: 'approved',
          termsVersion,
          imageId: await addImage(manager, upload, 'snapshot', true),
          consentAt: hoursAgo,
          createdAt: hoursAgo,
          decidedAt: hoursAgo,
        });
        added.snapshots += 1;
      }
    }
    if (added.sponsors > 0) await announce(manager, 'sponsors');
    if (added.snapshots > 0) await announce(manager, 'snapshots');
    return added;
  });
}
