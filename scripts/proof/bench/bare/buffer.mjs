import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** Sends one buffer: buffer.mjs PORT FILE ENCODING */
const [port, file, encoding] = process.argv.slice(2);
const body = readFileSync(file);
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Encoding': encoding,
  'Content-Length': body.length,
};
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
