import type { ChildProcess } from 'node:child_process';

export function startPostgres(options: {
  dataDir: string;
  port: number;
  password: string;
  name?: string;
  log?: (text: string) => void;
  settings?: Record<string, string | number>;
  tls?: { cert: string; key: string };
  binaries?: { initdb: string; postgres: string };
}): Promise<{ url: string; adminUrl: string; server: ChildProcess; folder: string; stop(): Promise<void> }>;

export function reasonIn(output: string): string;
