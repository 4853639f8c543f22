import { register } from 'node:module';

/** Preload (`--import`) with which Node runs the TypeScript sources of the workspaces, without a build. */
register('./source-hooks.mjs', import.meta.url);
