export type StoreRights = Record<'read' | 'write' | 'remove' | 'list', string[]>;

export function startObjectStore(settings: {
  directory: string;
  port: number;
  host?: string;
  accessKey: string;
  secretKey: string;
  keys?: { accessKey: string; secretKey: string; access: StoreRights }[];
  bucket?: string;
  tls?: { cert: string | Buffer; key: string | Buffer };
}): Promise<{ url: string; stop(): Promise<void> }>;
