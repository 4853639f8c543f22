import { readFileSync } from 'node:fs';
import { listOf, photoFormats, photoTypes } from './image-limits.js';

it('lists every format that a photo may have', () => {
  expect(photoFormats).toBe(listOf(photoTypes));
  for (const name of ['JPEG', 'PNG', 'GIF', 'WebP', 'HEIC', 'AVIF']) expect(photoFormats).toContain(name);
});

it.each([
  'web/src/features/public/snapshots/snapshots-page.tsx',
  'web/src/features/public/snapshots/snapshot-form.tsx',
  'web/src/features/dashboard/logo/logo-page.tsx',
  'web/src/dashboard-kit/editor/resource-field.tsx',
  'services/content/src/sample-content/sample-texts.ts',
])('%s lists formats with the constant only', (file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(text).toContain('photoFormats');
  expect(text).not.toMatch(/\b(JPEG|PNG|GIF|WebP|HEIC|AVIF)\b/);
});
