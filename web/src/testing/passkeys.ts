export interface FakePasskeys {
  creations: PublicKeyCredentialCreationOptions[];
  requests: PublicKeyCredentialRequestOptions[];
  /** Makes the user close the next prompt. */
  rejectNext: () => void;
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** Lasts until the test ends. */
export function fakePasskeys(): FakePasskeys {
  let refusesNext = false;
  const passkeys: FakePasskeys = { creations: [], requests: [], rejectNext: () => (refusesNext = true) };
  const createCredential = (response: object) => {
    if (refusesNext) {
      refusesNext = false;
      throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
    }
    const credential = { id: 'cred', rawId: bytes('cred'), type: 'public-key', getClientExtensionResults: () => ({}) };
    return Promise.resolve({ ...credential, response: { clientDataJSON: bytes('{}'), ...response } });
  };
  Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: class {} });
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: async ({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) => {
        passkeys.creations.push(publicKey);
        return createCredential({ attestationObject: bytes('attestation'), getTransports: () => ['internal'] });
      },
      get: async ({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) => {
        passkeys.requests.push(publicKey);
        return createCredential({ authenticatorData: bytes('data'), signature: bytes('signature') });
      },
    },
  });
  afterThisTest.push(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return passkeys;
}

const afterThisTest: (() => void)[] = [];
afterEach(() => {
  for (const undo of afterThisTest.splice(0)) undo();
});

export const passkeyRequest = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', allowCredentials: [] };
export const passkeyOrder = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { name: 'Arkansas Weather', id: 'localhost' },
  user: { id: 'YWRh', name: 'ada@example.com', displayName: 'Ada Lovelace' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
};
