/** The parts of @xmpp/client that we use; the package ships no types. */
declare module '@xmpp/client' {
  /** An XML element (ltx). */
  export interface Element {
    name: string;
    attrs: Record<string, string | undefined>;
    is(name: string, namespace?: string): boolean;
    getChild(name: string, namespace?: string): Element | undefined;
    getChildren(name: string, namespace?: string): Element[];
    text(): string;
  }

  export function xml(name: string, attributes?: Record<string, string>, ...children: (Element | string)[]): Element;

  export interface Credentials {
    username: string;
    password: string;
  }

  /** "element" is emitted for each complete child of the stream's root. */
  export interface Parser {
    write(data: string): void;
    on(event: 'element', listener: (element: Element) => void): this;
    emit(event: string, ...values: unknown[]): boolean;
  }

  export interface Client {
    /** Instantiated per stream. */
    Parser: new () => Parser;
    /** A Node socket, or a TLS wrapper around one. */
    socket: { destroy?: () => void; socket?: { destroy: () => void } | null } | null;
    /** Milliseconds per step of opening and closing. */
    timeout: number;
    reconnect: { stop(): void };
    isSecure(): boolean;
    connect(service: string): Promise<unknown>;
    /** Authentication follows automatically, then `online`. */
    open(options: { domain: string }): Promise<unknown>;
    stop(): Promise<unknown>;
    send(element: Element): Promise<void>;
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'element' | 'stanza', listener: (element: Element) => void): this;
    on(event: 'online' | 'disconnect' | 'offline', listener: () => void): this;
  }

  export interface Options {
    service: string;
    domain: string;
    resource?: string;
    /** Milliseconds per step of opening and closing; 2,000 when absent. */
    timeout?: number;
    credentials: (
      authenticate: (credentials: Credentials, mechanism: string) => Promise<void>,
      mechanisms: string[],
      fast: unknown,
      entity: Client,
    ) => Promise<void>;
  }

  export function client(options: Options): Client;
}
