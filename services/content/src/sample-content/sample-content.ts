/** Fills an empty site with sample posts, questions, team and images. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { announce } from '@site/platform/data/changes';
import { newId } from '@site/platform/base/ids';
import type { ObjectStore } from '@site/platform/data/object-store';
import type { StagedUpload } from '@site/proto/gen/nest/images/v1/images';
import type { ImageKind } from '@site/domain/images/image-kinds';
import sharp from 'sharp';
import type { DataSource, EntityManager } from 'typeorm';
import { faqKind } from '../features/faqs.feature.js';
import type { ContentKind } from '../kinds/content-kind.js';
import { postKind } from '../posts/posts.feature.js';
import { headerKind, logoKind } from '../features/site.feature.js';
import { teamKind } from '../features/team.feature.js';
import { addItemImage } from '../images/image-library.js';
import { sampleFaqs, sampleHeader, samplePosts, sampleTeam } from './sample-texts.js';

// Our own SVG files. The block against hostile uploads is process-wide, and tests share a process with it.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });

/** Beside src/ and dist/. */
const drawings = new URL('../../seed/', import.meta.url);

/** `picture` is a file in seed/, `alt` its alternative text. */
interface Samples {
  kind: ContentKind;
  rows: Record<string, string | undefined>[];
}

const samples: Samples[] = [
  { kind: headerKind, rows: [{ header: sampleHeader }] },
  { kind: logoKind, rows: [{ picture: 'logo.svg' }] },
  { kind: faqKind, rows: sampleFaqs },
  { kind: postKind, rows: samplePosts },
  { kind: teamKind, rows: sampleTeam },
];

/** Counts deleted rows, so that deleted samples don't return at the next start. */
const isEmpty = async (manager: EntityManager, { entity }: ContentKind) =>
  !(await manager.exists(entity, { where: {}, withDeleted: true }));

/**
 * Adds samples to each part of the site that has never had content. Pictures are processed like uploads. Idempotent,
 * also for concurrent runs.
 * @returns the topics that were filled
 */
export async function addSampleContent(dataSource: DataSource, store: ObjectStore): Promise<string[]> {
  const filled: string[] = [];
  for (const { kind, rows } of samples) {
    if (!(await isEmpty(dataSource.manager, kind))) continue;
    // Outside the transaction: drawing may take seconds.
    const uploads: (StagedUpload | undefined)[] = [];
    for (const { picture: image } of rows)
      uploads.push(image && kind.picture ? await stage(store, await draw(image, kind.picture.kind)) : undefined);
    const written = await dataSource.transaction(async (manager) => {
      await manager.query("SELECT pg_advisory_xact_lock(hashtextextended('sample content', 0))");
      if (!(await isEmpty(manager, kind))) return false;
      for (const [index, { picture: _file, alt, ...text }] of rows.entries()) {
        const upload = uploads[index];
        // A second apart, so that the page keeps this order.
        // eslint-disable-next-line no-restricted-syntax -- a date to be stored
        const createdAt = new Date(Date.now() - (rows.length - index) * 1_000);
        await manager.insert(kind.entity, {
          ...text,
          id: newId(),
          createdAt,
          ...(kind === postKind && { publishedAt: createdAt }),
          ...(kind.picture &&
            upload && {
              [kind.picture.column]: await addItemImage(manager, { ...kind, picture: kind.picture }, upload, {
                ...text,
                alt,
              }),
            }),
        });
      }
      await announce(manager, kind.topic);
      return true;
    });
    if (written) filled.push(kind.topic);
    else await store.remove(uploads.flatMap((upload) => (upload ? [upload.key] : [])));
  }
  return filled;
}

/** Renders a drawing like a typical upload. The logo keeps its transparency. */
async function draw(file: string, kind: ImageKind): Promise<{ bytes: Buffer; mediaType: string }> {
  const svg = await readFile(new URL(file, drawings));
  if (kind === 'logo') return { bytes: await sharp(svg, { density: 288 }).png().toBuffer(), mediaType: 'image/png' };
  const jpeg = sharp(svg, { density: 96 })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' });
  return { bytes: await jpeg.toBuffer(), mediaType: 'image/jpeg' };
}

async function stage(
  store: ObjectStore,
  { bytes, mediaType }: { bytes: Buffer; mediaType: string },
): Promise<StagedUpload> {
  const key = `staging/${newId()}`;
  await store.put(key, bytes, mediaType);
  return { key, sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length, mediaType };
}
