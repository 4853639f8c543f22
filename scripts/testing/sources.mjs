import { register } from 'node:module';

/** Preload (`--import`) that makes Node run the workspaces' TypeScript sources without a build. */
register('./source-hooks.mjs', import.meta.url);
