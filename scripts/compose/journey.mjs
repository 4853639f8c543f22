import '../lib/installed.mjs';

/** journey/run.mjs has the stages and options. */
await import('./journey/run.mjs');
