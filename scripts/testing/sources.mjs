import { register } from 'node:module';

/** Preload (`--import`) that makes Node run the TypeScript sources of the workspaces, without a build. */
register('./source-hooks.mjs', import.meta.url);
