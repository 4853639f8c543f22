import { storeRecord } from '../device-store.js';
import { setPermissionRevoked } from '../lost-permission.js';

/** jsdom has no service worker, permissions or IndexedDB. */
export interface FakePush {
  /** The visitor's response to the prompt, which the browser remembers. */
  permission: NotificationPermission;
  promptCount: number;
  keys: Uint8Array[];
  /** At the push service; null without a subscription. */
  endpoint: string | null;
  nextEndpoints: string[];
}

export const fakeKeys = { p256dh: `BA${'b'.repeat(84)}A`, auth: `${'c'.repeat(21)}A` };
/** 65 bytes starting with 4, like a VAPID key. */
export const fakeVapidKey = `BA${'d'.repeat(84)}A`;

const undo: (() => void)[] = [];

function put(owner: object, name: string, value: unknown) {
  Object.defineProperty(owner, name, { configurable: true, writable: true, value });
  undo.push(() => Reflect.deleteProperty(owner, name));
}

export function fakePush(): FakePush {
  const state: FakePush = {
    permission: 'granted',
    promptCount: 0,
    keys: [],
    endpoint: null,
    nextEndpoints: ['https://push.example/1', 'https://push.example/2'],
  };
  const subscription = (endpoint: string) => ({
    endpoint,
    options: { applicationServerKey: state.keys.at(-1)?.buffer ?? null },
    toJSON: () => ({ endpoint, keys: fakeKeys }),
    unsubscribe: () => {
      state.endpoint = null;
      return Promise.resolve(true);
    },
  });
  const registration = {
    pushManager: {
      getSubscription: () => Promise.resolve(state.endpoint === null ? null : subscription(state.endpoint)),
      subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        state.keys.push(applicationServerKey);
        state.endpoint ??= state.nextEndpoints.shift() ?? 'https://push.example/more';
        return Promise.resolve(subscription(state.endpoint));
      },
    },
  };
  put(navigator, 'serviceWorker', {
    register: () => Promise.resolve(registration),
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  put(window, 'PushManager', class {});
  put(window, 'Notification', {
    get permission() {
      return state.promptCount > 0 || state.permission === 'denied' ? state.permission : 'default';
    },
    requestPermission: () => {
      state.promptCount += 1;
      return Promise.resolve(state.permission);
    },
  });
  return state;
}

/** Stores the token, as the worker does on the confirmation message. */
export const confirmByWorker = (token: string) => storeRecord('told', { token });

afterEach(async () => {
  for (const step of undo.splice(0)) step();
  await storeRecord('told', undefined);
  setPermissionRevoked(false);
  await storeRecord('mine', undefined);
});
