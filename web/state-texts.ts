import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { officialName, officialPage, shortSiteName, siteName, stateName } from '../regions/facts.mjs';

/** Placeholders between percent signs in files that aren't scripts. */
const placeholders: Record<string, string> = { officialName, officialPage, shortSiteName, siteName, stateName };
const filledIn = (text: string) => text.replace(/%(\w+)%/g, (mark, name: string) => placeholders[name] ?? mark);

const manifest = 'manifest.webmanifest';
const filledManifest = () => filledIn(readFileSync(join(import.meta.dirname, 'manifest.json'), 'utf8'));

export function statePlaceholders(): Plugin {
  return {
    name: 'state-texts',
    transformIndexHtml: { order: 'pre', handler: filledIn },
    configureServer(server) {
      server.middlewares.use(`/${manifest}`, (_request, response) => {
        response.setHeader('Content-Type', 'application/manifest+json').end(filledManifest());
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: manifest, source: filledManifest() });
    },
  };
}
