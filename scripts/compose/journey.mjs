import '../lib/installed.mjs';

/** See journey/run.mjs for the stages and options. */
await import('./journey/run.mjs');
