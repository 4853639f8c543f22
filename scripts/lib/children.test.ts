import { machineEnvironment } from '../../services/platform/local/machine-environment.mjs';
import { freePort } from '../../services/platform/local/ports.mjs';
import { Children, type Child } from './children.mjs';

/** Programs of fake processes, with the port of their probe. */
const helpers = `
  const { createServer } = require('node:http');
  const log = (level, msg, more) => console.log(JSON.stringify({ level, msg, ...more }));
  const listen = (respond) => createServer((_request, response) => respond(response)).listen(port, '127.0.0.1');
  const ready = () => listen((response) => response.end('{}'));
  const notReady = (failing) =>
    listen((response) => { response.statusCode = 503; response.end(JSON.stringify({ ready: false, failing })); });
`;

describe('the processes of npm start', () => {
  let children: Children;
  let started: string[];
  let hopeless: string[];
  beforeEach(() => {
    started = [];
    hopeless = [];
    children = new Children({ onHopeless: (sentence) => hopeless.push(sentence), onSpawn: () => undefined });
  });
  afterEach(() => children.stop(started));

  async function start(name: string, program: string): Promise<Child> {
    const port = await freePort();
    started.push(name);
    return children.start({
      name,
      args: ['-e', `const port = ${port};${helpers}${program}`],
      environment: machineEnvironment(),
      readyUrl: `http://127.0.0.1:${port}/readyz`,
    });
  }
  const reasonOf = (call: Promise<unknown>) =>
    call.then(
      () => 'ready',
      (error: Error) => error.message,
    );
  const isHung = 'setInterval(() => {}, 1_000);';

  it.each<[string, string]>([
    [
      'logs its migrations',
      `
        let step = 0;
        const timer = setInterval(() => {
          log(30, 'migrated', { step: step += 1 });
          if (step === 12) { clearInterval(timer); ready(); }
        }, 500);`,
    ],
    [
      'prints plain lines',
      `
        let step = 0;
        const timer = setInterval(() => {
          console.log('step ' + (step += 1));
          if (step === 12) { clearInterval(timer); ready(); }
        }, 500);`,
    ],
    [
      'listens, and needs fewer and fewer of its dependencies',
      `
        const failing = ['one', 'two', 'three', 'four', 'five', 'six'];
        listen((response) => {
          response.statusCode = failing.length > 0 ? 503 : 200;
          response.end(JSON.stringify({ failing }));
        });
        setInterval(() => failing.pop(), 1_000);`,
    ],
    [
      'works without a word',
      `
        const until = Date.now() + 6_000;
        while (Date.now() < until) Math.random();
        ready();`,
    ],
  ])(
    'are awaited longer than the limit while one %s',
    async (what, program) => {
      if (what === 'works without a word' && process.platform !== 'linux') return;
      const slow = await start('auth', program);
      expect(await children.untilReady(slow, 2_500)).toBe(true);
    },
    60_000,
  );

  it('are awaited while another one, that they need, makes progress', async () => {
    const gateway = await start('gateway', `notReady(['services']); `);
    const auth = await start(
      'auth',
      `let n = 0; setInterval(() => (n += 1) < 8 ? log(30, 'migrated', { n }) : n === 8 && ready(), 500);`,
    );
    const outcomes = [children.untilReady(gateway, 1_500), children.untilReady(auth, 1_500)].map(reasonOf);
    expect(await outcomes[1]).toBe('ready');
    expect(await outcomes[0]).toMatch(/^gateway did not become ready: .* It is waiting for: services\./);
  }, 60_000);

  it('name the one that hangs and its last warning, not its last line', async () => {
    const gateway = await start('gateway', `log(30, 'ready', { host: '127.0.0.1' }); notReady(['services']);`);
    const auth = await start(
      'auth',
      `
        log(40, 'the database is away', { err: { message: 'connect ECONNREFUSED 127.0.0.1:5432' } });
        log(30, 'still trying');
        ${isHung}`,
    );
    const reasons = await Promise.all([gateway, auth].map((entry) => reasonOf(children.untilReady(entry, 1_500))));
    expect(reasons[0]).toBe(reasons[1]);
    expect(reasons[0]).toMatch(
      /^auth did not become ready: no progress for \d+ s\. Its last warning: the database is away \(connect ECONNREFUSED 127\.0\.0\.1:5432\)/,
    );
    expect(reasons.join()).not.toContain('host=');
  }, 60_000);

  it.each([
    ['repeats itself', `setInterval(() => log(30, 'waiting'), 100);`],
    ['warns again and again', `let n = 0; setInterval(() => log(40, 'try ' + (n += 1)), 100);`],
    ['prints nothing', isHung],
  ])(
    'are not awaited while one %s',
    async (_what, program) => {
      const hung = await start('auth', program);
      expect(await reasonOf(children.untilReady(hung, 1_000))).toMatch(
        /^auth did not become ready: no progress for \d+ s/,
      );
    },
    60_000,
  );

  it.each([
    ['logs why', `log(60, 'cannot start: GRPC_LISTEN is taken'); log(30, 'bye'); process.exitCode = 1;`],
    ['throws', `throw new Error('cannot start: GRPC_LISTEN is taken');`],
  ])(
    'are given up when one keeps exiting and %s, however long it takes to',
    async (_what, program) => {
      const exiting = await start('auth', program);
      const reason = await reasonOf(children.untilReady(exiting, 60_000));
      expect(reason).toMatch(/^auth does not start: .*cannot start: GRPC_LISTEN is taken$/);
      expect(hopeless).toEqual([reason]);
    },
    60_000,
  );

  it('are given up at once when a setting is wrong', async () => {
    const exiting = await start('auth', `console.error('JWT_PRIVATE_KEY is missing'); process.exitCode = 78;`);
    expect(await reasonOf(children.untilReady(exiting))).toBe('auth does not start: JWT_PRIVATE_KEY is missing');
  }, 60_000);
});
