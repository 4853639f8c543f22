import '../lib/ensure-tools.mjs';

/** See compose-test/run.mjs for the stages and options. */
await import('./compose-test/run.mjs');
