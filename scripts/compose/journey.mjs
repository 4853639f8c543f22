import '../lib/installed.mjs';

/** Tests a compose installation from its first start to its restore: see journey/run.mjs for the stages and options. */
await import('./journey/run.mjs');
