import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { announce } from '@site/platform/changes';
import { newId } from '@site/platform/ids';
import type { ObjectStore } from '@site/platform/object-store';
import { addPicture, type PictureKind } from '@site/platform/pictures';
import type { StagedUpload } from '@site/proto/gen/nest/pictures/v1/pictures';
import sharp from 'sharp';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { Faq } from '../faqs/faq.entity.js';
import { Post } from '../posts/post.entity.js';
import { SiteHeader } from '../site/site-header.entity.js';
import { SiteLogo } from '../site/site-logo.entity.js';
import { TeamMember } from '../team/team-member.entity.js';
import { sampleFaqs, sampleHeader, samplePosts, sampleTeam } from './texts.js';

// The drawings are SVG of our own. The block that hostile uploads need is process-wide, and tests share a process.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });

/** The drawings lie beside src/ and dist/. */
const drawings = new URL('../../seed/', import.meta.url);

interface Part {
  topic: string;
  entity: EntityTarget<ObjectLiteral>;
  /** Files of seed/, and what they are for. */
  pictures: { file: string; kind: PictureKind }[];
  /** Writes the rows; `uploads` in the order of `pictures`. */
  write(manager: EntityManager, uploads: StagedUpload[]): Promise<unknown>;
}

/** Adds the upload at `index` as a picture that anyone may see. */
function published(manager: EntityManager, uploads: StagedUpload[], index: number, kind: PictureKind): Promise<string> {
  const upload = uploads[index];
  if (!upload) throw new Error(`no upload ${index} of kind ${kind}`);
  return addPicture(manager, upload, kind, true);
}

/** Rows of one part are a second apart, so that their order on the page is that of the list. */
const secondsAgo = (count: number, index: number) => new Date(Date.now() - (count - index) * 1_000);

const parts: Part[] = [
  {
    topic: 'header',
    entity: SiteHeader,
    pictures: [],
    write: (manager) => manager.insert(SiteHeader, { id: newId(), header: sampleHeader }),
  },
  {
    topic: 'logo',
    entity: SiteLogo,
    pictures: [{ file: 'logo.svg', kind: 'logo' }],
    async write(manager, uploads) {
      await manager.insert(SiteLogo, { id: newId(), pictureId: await published(manager, uploads, 0, 'logo') });
    },
  },
  {
    topic: 'faqs',
    entity: Faq,
    pictures: [],
    write: (manager) =>
      manager.insert(
        Faq,
        sampleFaqs.map((faq, index) => ({ id: newId(), ...faq, createdAt: secondsAgo(sampleFaqs.length, index) })),
      ),
  },
  {
    topic: 'posts',
    entity: Post,
    pictures: samplePosts.map(({ picture }) => ({ file: picture, kind: 'cover' })),
    async write(manager, uploads) {
      for (const [index, { title, url, description }] of samplePosts.entries()) {
        const coverId = await published(manager, uploads, index, 'cover');
        const createdAt = secondsAgo(samplePosts.length, index);
        await manager.insert(Post, { id: newId(), title, url, description, coverId, createdAt });
      }
    },
  },
  {
    topic: 'team',
    entity: TeamMember,
    pictures: sampleTeam.map(({ picture }) => ({ file: picture, kind: 'portrait' })),
    async write(manager, uploads) {
      for (const [index, { name, designation }] of sampleTeam.entries()) {
        const portraitId = await published(manager, uploads, index, 'portrait');
        const createdAt = secondsAgo(sampleTeam.length, index);
        await manager.insert(TeamMember, { id: newId(), name, designation, portraitId, createdAt });
      }
    },
  },
];

/** Deleted rows count: whoever deletes the samples does not get them back at the next start. */
const isEmpty = async (manager: EntityManager, part: Part) =>
  !(await manager.exists(part.entity, { where: {}, withDeleted: true }));

/**
 * Fills each part of the site that has never had any content with its samples. Pictures take the way of every upload: bytes
 * under staging/ first, then row and job in one transaction. Runs again, or twice at once, without effect.
 * @returns the topics that were filled
 */
export async function addSampleContent(dataSource: DataSource, store: ObjectStore): Promise<string[]> {
  const filled: string[] = [];
  for (const part of parts) {
    if (!(await isEmpty(dataSource.manager, part))) continue;
    // Drawing takes seconds on a small machine: before the transaction, not in it.
    const uploads: StagedUpload[] = [];
    for (const picture of part.pictures) uploads.push(await stage(store, await draw(picture.file, picture.kind)));
    const written = await dataSource.transaction(async (manager) => {
      await manager.query("SELECT pg_advisory_xact_lock(hashtextextended('sample content', 0))");
      if (!(await isEmpty(manager, part))) return false;
      await part.write(manager, uploads);
      await announce(manager, part.topic);
      return true;
    });
    if (written) filled.push(part.topic);
    else await store.remove(uploads.map(({ key }) => key));
  }
  return filled;
}

/** A drawing as the kind of file that people upload. The logo keeps its transparency. */
async function draw(file: string, kind: PictureKind): Promise<{ bytes: Buffer; mediaType: string }> {
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
