import { until } from '@site/platform/testing/until';
import { makeAuthority, makeLeaf } from '../../../platform/local/certificates.mjs';
import { warningProduct } from '../../../../simulator/xmpp/products.js';
import { simulatedUser, startXmppServer, type XmppServer } from '../../../../simulator/xmpp/xmpp-server.js';
import { systemClock } from '@site/platform/base/clock';
import { mayBePlain, nwwsSettings } from './settings.js';
import { NwwsConnection, type NwwsProduct } from './nwws-connection.js';

const settingsFor = (address: string) => {
  const settings = nwwsSettings({
    NWWS_USER: simulatedUser.user,
    NWWS_PASSWORD: simulatedUser.password,
    NWWS_HOST: address,
  });
  if (!settings) throw new Error('there are no settings');
  return settings;
};

function connectTo(address: string) {
  const products = [] as NwwsProduct[];
  const downs = [] as string[];
  let ups = 0;
  const connection = new NwwsConnection(
    settingsFor(address),
    {
      onProduct: (product) => products.push(product),
      onUp: () => (ups += 1),
      onDown: (reason) => downs.push(reason),
    },
    systemClock,
  );
  connection.start();
  return { connection, products, downs, ups: () => ups };
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const product = (number = '0042') =>
  warningProduct({
    kind: 'tornado',
    action: 'NEW',
    number,
    issued: minutes(0),
    begins: minutes(0),
    ends: minutes(45),
    counties: ['05119'],
    polygon: [
      [34.6, -92.45],
      [34.9, -92.45],
      [34.9, -92.15],
    ],
  });

let server: XmppServer;
beforeEach(async () => {
  server = await startXmppServer();
});
afterEach(() => server.close());

describe('the NWWS-OI connection', () => {
  it('receives the room’s messages, whole and in pieces, and ignores direct messages', async () => {
    const { connection, products } = connectTo(server.address);
    await until('an occupant of the room', () => server.listeners() === 1);
    server.say(product('0001'), { isDirect: true });
    server.say(product('0002'));
    server.say(product('0003'), { pieceBytes: 7 });
    await until('two products', () => products.length === 2);
    expect(products.map(({ text }) => /TO\.W\.(\d{4})/.exec(text)?.[1])).toEqual(['0002', '0003']);
    expect(products[0]).toMatchObject({ cccc: 'KLZK', ttaaii: 'WFUS54', awipsid: 'TORLZK' });
    await connection.stop();
    await until('an empty room', () => server.listeners() === 0);
  });

  it('aborts on a stanza that is too long', async () => {
    const { connection, products, downs } = connectTo(server.address);
    await until('an occupant of the room', () => server.listeners() === 1);
    for (const number of ['0001', '0002'])
      server.say({ ...product(number), text: 'A'.repeat(2_000_000) }, { isPlain: true });
    await until('the end of the connection', () => downs.length > 0);
    expect(downs[0]).toBe('a stanza is too long');
    expect(products).toEqual([]);
    await connection.stop();
  });

  it('reconnects after a break, and receives what it missed', async () => {
    const { connection, products, downs } = connectTo(server.address);
    await until('an occupant of the room', () => server.listeners() === 1);
    server.cut();
    await until('an empty room', () => server.listeners() === 0);
    server.say(product('0007'));
    await until('the product', () => products.length === 1);
    expect(downs).toHaveLength(1);
    await connection.stop();
  });

  it('keeps trying while sign-in fails', async () => {
    server.setMode('refuse');
    const { connection, downs, ups } = connectTo(server.address);
    await until('a rejection', () => downs.some((reason) => /not-authorized/.test(reason)));
    server.setMode('ok');
    await until('the connection', () => ups() === 1);
    await connection.stop();
  });

  it('doesn’t sign in without encryption, except on this machine', async () => {
    // Reaches this machine but isn't recognized as local.
    const { connection, downs } = connectTo(server.address.replace('127.0.0.1', '0.0.0.0'));
    await until('a rejection', () => downs.some((reason) => /not encrypted/.test(reason)));
    expect(server.listeners()).toBe(0);
    await connection.stop();
    expect(['localhost', '127.0.0.1'].every(mayBePlain)).toBe(true);
    expect(['127.example.org', 'nwws-oi.weather.gov', '10.0.0.1'].some(mayBePlain)).toBe(false);
  });

  it('rejects an untrusted certificate', async () => {
    const leaf = await makeLeaf(await makeAuthority(), { peer: 'wire', names: ['127.0.0.1'] });
    const secure = await startXmppServer({ tls: leaf });
    const { connection, downs, ups } = connectTo(secure.address);
    await until('a rejection', () => downs.length > 0);
    expect([ups(), secure.listeners()]).toEqual([0, 0]);
    await connection.stop();
    await secure.close();
  });
});

it('is off without a user and a password', () => {
  const NWWS_HOST = 'nwws-oi.weather.gov';
  expect(nwwsSettings({ NWWS_HOST, NWWS_USER: 'somebody' })).toBeUndefined();
  expect(nwwsSettings({ NWWS_HOST, NWWS_USER: 'somebody', NWWS_PASSWORD: 'secret' })).toMatchObject({
    host: 'nwws-oi.weather.gov',
    port: 5222,
    room: 'nwws@conference.nwws-oi.weather.gov',
  });
});
