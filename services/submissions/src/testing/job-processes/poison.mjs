import { closeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A process whose jobs misbehave; speaks the protocol of jobs/process-runner.ts. */
const done = { type: 'outcome', outcome: { kind: 'done' } };
const jobs = {
  fine: () => done,
  pid: () => ({ type: 'outcome', outcome: { kind: 'failed', reason: String(process.pid), hopeless: false } }),
  exit: () => process.exit(1),
  loop: () => {
    for (;;);
  },
  hang: () => pause(60_000),
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  'fill buffers': () => {
    closeSync(2);
    const eaten = [];
    // A gibibyte outside Node's heap.
    for (let filled = 0; filled < 64; filled += 1) eaten.push(Buffer.alloc(16 * 1024 * 1024, 1));
    return done;
  },
  'eat memory': () => {
    // Node's output would look like the test runner's own.
    closeSync(2);
    const eaten = [];
    for (;;) eaten.push(new Array(1_000_000).fill(Math.random()));
  },
};
process.on('message', async ({ type, job }) => {
  if (type === 'run') process.send(await jobs[job.name]());
});
process.on('disconnect', () => process.exit(0));
// Longer than the test waits, shorter than two starts.
if (process.argv[2] === 'slow') await pause(500);
// The parent may have exited.
if (process.argv[2] !== 'mute' && process.connected)
  process.send({ type: 'ready', limitSeconds: { loop: 0.3, hang: 0.3 } });
if (process.argv[2] === 'stillborn') process.exit(3);
