import { expect } from '../../lib/visitor-journey.mjs';

/** Runs in a container: prints which of the host:port arguments accept a connection. */
const reaching = `
  const { connect } = require('node:net');
  const reached = (place) => new Promise((resolve) => {
    const [host, port] = place.split(':');
    const socket = connect({ host, port: Number(port), timeout: 5000 });
    const end = (answer) => { socket.destroy(); resolve(answer ? [place] : []); };
    socket.on('connect', () => end(true)).on('error', () => end(false)).on('timeout', () => end(false));
  });
  Promise.all(process.argv.slice(1).map(reached)).then((all) => console.log(JSON.stringify(all.flat())));
`;

/** Checks that the picture worker, which decodes visitors' files, can connect only to what it needs. */
export async function network({ installation, say }) {
  const { compose } = installation;
  const needed = ['content:50051', 'object-store:9000', 'postgres:5432', 'redis:6379'];
  const others = ['auth:50051', 'submissions:50051', 'weather-proxy:50051', 'gateway:8080', 'web:8080', '1.1.1.1:443'];
  const reached = await compose(['exec', '-T', 'picture-worker', 'node', '-e', reaching, ...needed, ...others]);
  expect(reached === JSON.stringify(needed), `the picture worker can connect to ${reached}`);
  say('the picture worker can connect only to its stores and content');
}
