/**
 * The document that the gateway sent: its embedded responses and, if the server rendered the page, for what and when.
 */

/** What the server rendered the page from. */
export interface RenderedFrom {
  /** Path and, for a detail, its query. */
  address: string;
  /** Milliseconds since 1970 UTC, by the server clock. */
  time: number;
}

/** An embedded response; the same object for as long as the response is the same. */
interface Block {
  readonly textContent: string | null;
}

interface ServerDocument extends RenderedFrom {
  /** The site's own, without a path. */
  origin: string;
  blocks: ReadonlyMap<string, Block>;
}

/** When it arrived, by this device's clock. From then on, its responses become stale like all others. */
export const documentArrivedAt = Date.now();

let onServer: ServerDocument | undefined;

/** Runs a rendering on the server, where pages are rendered one at a time. */
export async function withDocument<Result>(document: ServerDocument, render: () => Promise<Result>): Promise<Result> {
  onServer = document;
  try {
    return await render();
  } finally {
    onServer = undefined;
  }
}

/** Returns the JSON block with an id; null without one, as in development. */
export const blockOf = (id: string): Block | null =>
  onServer ? (onServer.blocks.get(id) ?? null) : document.getElementById(id);

/**
 * Returns the site's origin for links on other sites. Both sides take it from the configuration: the address in the
 * browser may be that of a mirror or a test.
 */
export function siteOrigin(): string {
  if (onServer) return onServer.origin;
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  return new URL(canonical?.href ?? window.location.href).origin;
}

/** Returns what the server rendered this page from; undefined if it sent no markup. */
export function renderedFrom(): RenderedFrom | undefined {
  if (onServer) return onServer;
  const { address, time } = document.getElementById('root')?.dataset ?? {};
  return address === undefined || time === undefined ? undefined : { address, time: Number(time) };
}
