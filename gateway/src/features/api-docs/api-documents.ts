/**
 * The descriptions of the HTTP API and Swagger's page for them. Serializing one takes half a second, so each is built
 * once and sent from memory.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { siteName } from '@site/regions/state';
import { Inject, Injectable, type Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { dump } from 'js-yaml';
import { prepare, type Prepared } from '../../responses/prepared-response.js';
import { CONFIG, type Config } from '../../config.js';
import { completeDocument } from './complete-document.js';

type PathItem = OpenAPIObject['paths'][string];

const isOpen = (operation: unknown): boolean =>
  typeof operation === 'object' &&
  operation !== null &&
  !('security' in operation && Array.isArray(operation.security) && operation.security.length > 0);

const openOperations = (item: PathItem): [string, unknown][] =>
  Object.entries(item).filter(([, operation]) => isOpen(operation));

/** Returns the names of all schemas that `part` refers to, directly or through other schemas. */
function referencedSchemas(part: unknown, schemas: Record<string, unknown>, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    referencedSchemas(schemas[name] ?? null, schemas, found);
  }
  return found;
}

/** Omits the named schemas that nothing refers to. */
function withReferencedSchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  const referenced = referencedSchemas([document.paths, document.components?.responses], schemas);
  const used = Object.entries(schemas).filter(([name]) => referenced.has(name));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(used) } };
}

/** Omits the dashboard's operations, all others that require a session, and the schemas that only these refer to. */
function publicPartOf(fullDocument: OpenAPIObject): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(fullDocument.paths).flatMap(([path, item]) => {
      const open = path.startsWith('/admin/') ? [] : openOperations(item);
      return open.length > 0 ? [[path, Object.fromEntries(open)]] : [];
    }),
  );
  const schemas = fullDocument.components?.schemas ?? {};
  const referenced = referencedSchemas([paths, fullDocument.components?.responses], schemas);
  return {
    ...fullDocument,
    paths,
    components: {
      responses: fullDocument.components?.responses ?? {},
      parameters: fullDocument.components?.parameters ?? {},
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => referenced.has(name))),
    },
  };
}

export type DocumentFormat = 'json' | 'yaml';

/** Browsers revalidate by ETag; shared caches don't keep a copy. */
const caching = { 'Cache-Control': 'private, no-cache' } as const;
const mediaTypes = { json: 'application/json; charset=utf-8', yaml: 'text/yaml; charset=utf-8' } as const;
const scriptType = 'text/javascript; charset=utf-8';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${siteName} API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/swagger-ui-init.js"></script>
</body>
</html>
`;

/** Administrators signed in in this browser also get the dashboard's part. */
const startScript = `async function wholeDescription() {
  try {
    const { type, token } = JSON.parse(localStorage.getItem('userData'));
    if (type !== 'admin') return undefined;
    const answer = await fetch('/admin/docs-json', { headers: { Authorization: 'Bearer ' + token } });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}
wholeDescription().then((spec) => {
  SwaggerUIBundle({ dom_id: '#swagger-ui', validatorUrl: null, ...(spec ? { spec } : { url: '/docs-json' }) });
});
`;

const assetsDirectory = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
const asset = (name: string) => readFile(new URL(name, `file://${assetsDirectory}`), 'utf8');

const files: Record<string, { mediaType: string; text: () => string | Promise<string> }> = {
  'index.html': { mediaType: 'text/html; charset=utf-8', text: () => page },
  'swagger-ui-init.js': { mediaType: scriptType, text: () => startScript },
  'swagger-ui-bundle.js': { mediaType: scriptType, text: () => asset('swagger-ui-bundle.js') },
  'swagger-ui.css': { mediaType: 'text/css; charset=utf-8', text: () => asset('swagger-ui.css') },
};

const description = new DocumentBuilder()
  .setTitle(siteName)
  .setDescription(
    'Every response is an envelope: status, action, and data or message and errors. Times are ISO 8601 UTC, ids are UUIDv7.',
  )
  .setVersion('1')
  .setOpenAPIVersion('3.1.0')
  .setLicense('MIT', 'https://opensource.org/license/mit')
  .addBearerAuth()
  .build();

/** Such as "Posts_list". */
const operationIdFactory = (controller: string, method: string) => `${controller.replace(/Controller$/, '')}_${method}`;

async function prepareText(text: string, mediaType: string): Promise<Prepared> {
  const prepared = await prepare(text, { ...caching, 'Content-Type': mediaType });
  // Compresses now instead of at the first request without Brotli.
  void prepared.variants.gzip;
  return prepared;
}

@Injectable()
export class ApiDocuments {
  private application: NestExpressApplication | undefined;
  private controllers: readonly Type[] = [];
  private whole: OpenAPIObject | undefined;
  private readonly prepared = new Map<string, Promise<Prepared>>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Sets the application to describe. */
  describe(application: NestExpressApplication, controllers: readonly Type[]): void {
    this.application = application;
    this.controllers = controllers;
  }

  /** Builds all documents and files before the first request. */
  async prepareAll(): Promise<void> {
    for (const format of ['json', 'yaml'] as const) await Promise.all([this.visible(format), this.complete(format)]);
    for (const name of Object.keys(files)) await this.file(name);
  }

  /** The public part. Outside production, the dashboard's part too. */
  visible(format: DocumentFormat): Promise<Prepared> {
    if (this.config.NODE_ENV !== 'production') return this.complete(format);
    return this.document(`public.${format}`, format, publicPartOf);
  }

  /** All operations, including the dashboard's. */
  complete(format: DocumentFormat): Promise<Prepared> {
    return this.document(`complete.${format}`, format, (fullDocument) => fullDocument);
  }

  /** Returns a file of Swagger's page; undefined if there is none of this name. */
  file(name: string): Promise<Prepared> | undefined {
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!file) return undefined;
    return this.once(name, async () => prepareText(await file.text(), file.mediaType));
  }

  private document(
    key: string,
    format: DocumentFormat,
    part: (fullDocument: OpenAPIObject) => OpenAPIObject,
  ): Promise<Prepared> {
    return this.once(key, () => {
      if (!this.application) throw new Error('the application to describe is missing');
      this.whole ??= withReferencedSchemas(
        completeDocument(
          SwaggerModule.createDocument(this.application, description, { operationIdFactory }),
          this.controllers,
          this.config.PUBLIC_URL,
        ),
      );
      const document = part(this.whole);
      const text =
        format === 'json'
          ? JSON.stringify(document)
          : dump(document, { skipInvalid: true, noRefs: true, lineWidth: -1, flowLevel: 4 });
      return prepareText(text, mediaTypes[format]);
    });
  }

  private once(key: string, make: () => Promise<Prepared>): Promise<Prepared> {
    let prepared = this.prepared.get(key);
    if (!prepared) this.prepared.set(key, (prepared = make()));
    return prepared;
  }
}
