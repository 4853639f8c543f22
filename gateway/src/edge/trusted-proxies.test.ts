import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { clientAddress, trustedProxies } from './trusted-proxies.js';

/** Responds with the client's address according to Express and to `clientAddress`. */
function start(ranges: readonly string[]): Promise<Server> {
  const trusts = trustedProxies(ranges);
  const application = express();
  application.set('trust proxy', trusts);
  application.use((request, response) => void response.json([request.ip, clientAddress(request, trusts)]));
  return new Promise((resolve) => {
    const server = createServer(application).listen(0, '127.0.0.1', () => resolve(server));
  });
}

async function fetch(server: Server, forwarded?: string | string[]): Promise<[express: string, ours: string]> {
  const { port } = server.address() as AddressInfo;
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    request({ port, headers }, resolve).on('error', reject).end();
  });
  return JSON.parse(await text(answer)) as [string, string];
}

describe("a client's address behind trusted proxies", () => {
  let server: Server;
  beforeAll(async () => {
    server = await start(['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8']);
  });
  afterAll(() => void server.close());

  it.each<[string, string | string[] | undefined, string]>([
    ['no header', undefined, '127.0.0.1'],
    ['an empty header', '', '127.0.0.1'],
    ['one proxy', '192.0.2.7', '192.0.2.7'],
    ['several proxies', '192.0.2.7, 10.0.0.2, 10.0.0.3', '192.0.2.7'],
    ['proxies of both families', '2001:db8::7, fd00::1, ::ffff:10.0.0.3', '2001:db8::7'],
    ['proxies in unusual spellings', '192.0.2.7, ::FFFF:a00:3, 10.0.0.2:4711, [FD00:0::1]:443', '192.0.2.7'],
    ['an entry that the client made up', '10.9.9.9, 203.0.113.5, 192.0.2.7, 10.0.0.2', '192.0.2.7'],
    ['only trusted entries', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['a header for each proxy', ['192.0.2.7', '10.0.0.2'], '192.0.2.7'],
    ['empty entries and spaces', ' ,192.0.2.7 ,,  10.0.0.2 , ', '192.0.2.7'],
    ['only commas', ',,,', '127.0.0.1'],
    ['a word', 'unknown, 10.0.0.2', 'unknown'],
    ['a port', '192.0.2.7:4711, 10.0.0.2', '192.0.2.7:4711'],
    ['an impossible address', '999.1.1.1', '999.1.1.1'],
    ['a word left of the client', '<script>, 192.0.2.7', '192.0.2.7'],
    ['spaces within an entry', '192.0.2.7 10.0.0.2', '192.0.2.7 10.0.0.2'],
  ])('matches Express, with %s', async (_case, forwarded, address) => {
    expect(await fetch(server, forwarded)).toEqual([address, address]);
  });
});

it('ignores the header from untrusted clients', async () => {
  const server = await start(['10.0.0.0/8']);
  expect(await fetch(server, '192.0.2.7, 10.0.0.2')).toEqual(['127.0.0.1', '127.0.0.1']);
  server.close();
});
