/**
 * A software security key (WebAuthn Level 3, packed keys ES256, attestation "none"), responding in a browser's format.
 */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const encoded = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** Encodes the CBOR types (RFC 8949) of an attestation. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, count: number): Buffer => {
    if (count < 24) return Buffer.from([(major << 5) | count]);
    if (count < 256) return Buffer.from([(major << 5) | 24, count]);
    return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

interface Where {
  origin?: string;
  rpId?: string;
  challenge?: string;
}

/** Holds one ES256 key, and responds to registration and sign-in requests like a browser. */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  private readonly pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** Counter of the next response. */
  counter = 0;

  constructor(private readonly site: string) {}

  /** Responds to PublicKeyCredentialCreationOptionsJSON. */
  register(optionsJson: string, where: Where = {}): string {
    const options = JSON.parse(optionsJson) as { challenge: string; rp: { id: string } };
    const clientData = this.clientData('webauthn.create', where.challenge ?? options.challenge, where);
    const { x = '', y = '' } = this.pair.publicKey.export({ format: 'jwk' });
    const coseKey = cbor(
      new Map<number | string, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.from([this.credentialId.length >> 8, this.credentialId.length & 0xff]);
    const data = Buffer.concat([
      this.authenticatorData(where.rpId ?? options.rp.id, 0x41),
      Buffer.alloc(16),
      length,
      this.credentialId,
      coseKey,
    ]);
    const attestation = new Map<number | string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ]);
    return JSON.stringify({
      ...this.credential(),
      response: {
        clientDataJSON: encoded(clientData),
        attestationObject: encoded(cbor(attestation)),
        transports: ['usb'],
      },
    });
  }

  /** Responds to PublicKeyCredentialRequestOptionsJSON. */
  show(optionsJson: string, where: Where = {}): string {
    const options = JSON.parse(optionsJson) as { challenge: string; rpId: string };
    const clientData = this.clientData('webauthn.get', where.challenge ?? options.challenge, where);
    this.counter += 1;
    const data = this.authenticatorData(where.rpId ?? options.rpId, 0x01);
    const signature = createSign('sha256').update(data).update(sha256(clientData)).sign(this.pair.privateKey);
    return JSON.stringify({
      ...this.credential(),
      response: {
        clientDataJSON: encoded(clientData),
        authenticatorData: encoded(data),
        signature: encoded(signature),
      },
    });
  }

  private credential() {
    const id = encoded(this.credentialId);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  private clientData(type: string, challenge: string, { origin = this.site }: Where): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  /** Flags: 0x01 user present, 0x40 a new key follows. */
  private authenticatorData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }
}
