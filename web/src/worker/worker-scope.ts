/**
 * What a service worker has and the library of the pages does not describe, as far as it is used here. TypeScript's own
 * description of workers cannot be loaded beside that of pages.
 */

export interface ExtendableEvent extends Event {
  /** Keeps the worker alive until the work is done; only while the event is being handled. */
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** The page that asks; empty for a document. */
  readonly clientId: string;
  /** The page that the document will be. */
  readonly resultingClientId: string;
  /** The document, asked for while the worker was starting; absent or undefined where the browser does not do that. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
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

/** A window or tab of this site. */
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

/** The worker itself. */
export const scope = globalThis as unknown as WorkerScope;
