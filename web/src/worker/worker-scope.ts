/**
 * The service worker APIs used here that the DOM library's types lack. TypeScript's webworker library can't be loaded
 * beside the DOM's.
 */

export interface ExtendableEvent extends Event {
  /** Keeps the worker alive until the work is done; callable only while the event is being handled. */
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** Id of the requesting page; empty for a navigation. */
  readonly clientId: string;
  /** Id of the page that the document will become. */
  readonly resultingClientId: string;
  /** The document, requested while the worker was starting; absent where the browser doesn't support it. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

export interface PushEvent extends ExtendableEvent {
  readonly data: { text(): string } | null;
}

export interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}

export interface PageMessageEvent extends ExtendableEvent {
  readonly data: unknown;
}

export interface WorkerClient {
  readonly id: string;
  readonly url: string;
  postMessage(message: unknown): void;
  focus(): Promise<WorkerClient>;
  navigate(address: string): Promise<WorkerClient | null>;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: PageMessageEvent;
  push: PushEvent;
  notificationclick: NotificationEvent;
}

export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  readonly clients: {
    get(id: string): Promise<WorkerClient | undefined>;
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly WorkerClient[]>;
    openWindow(address: string): Promise<WorkerClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
}

export const scope = globalThis as unknown as WorkerScope;
