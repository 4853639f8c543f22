import { get } from 'node:http';

/** An answer as it comes over the wire: still compressed. */
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
