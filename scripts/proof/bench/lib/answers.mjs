import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Fetches a response without decompressing it. */
export function encodedAnswer(address, acceptEncoding) {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': acceptEncoding }, agent: false }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${address} answered ${response.statusCode}`));
        resolve({
          body: Buffer.concat(chunks),
          encoding: response.headers['content-encoding'] ?? 'identity',
          type: response.headers['content-type'],
        });
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}

const steadyForMs = 4_000;
const settlesWithinMs = 120_000;

/**
 * Waits until a response stops changing: a new product is still processing its sample pictures, which keeps the
 * processors busy.
 */
export async function settled(address) {
  let last = '';
  let since = Date.now();
  for (const deadline = Date.now() + settlesWithinMs; Date.now() - since < steadyForMs; await wait(250)) {
    const { body } = await encodedAnswer(address, 'identity');
    const text = body.toString('utf8');
    if (text !== last || text.includes('"state":"processing"')) since = Date.now();
    last = text;
    if (Date.now() > deadline) throw new Error(`${address} keeps changing`);
  }
}
