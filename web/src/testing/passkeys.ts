export interface FakePasskeys {
  made: PublicKeyCredentialCreationOptions[];
  shown: PublicKeyCredentialRequestOptions[];
  /** Makes the user close the next prompt. */
  refuse: () => void;
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** Lasts until the test ends. */
export function fakePasskeys(): FakePasskeys {
  let refusesNext = false;
  const asked: FakePasskeys = { made: [], shown: [], refuse: () => (refusesNext = true) };
  const answer = (response: object) => {
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
        asked.made.push(publicKey);
        return answer({ attestationObject: bytes('attestation'), getTransports: () => ['internal'] });
      },
      get: async ({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) => {
        asked.shown.push(publicKey);
        return answer({ authenticatorData: bytes('data'), signature: bytes('signature') });
      },
    },
  });
  afterThisTest.push(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return asked;
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
