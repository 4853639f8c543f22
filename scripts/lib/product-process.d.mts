export interface ProductOptions {
  /** Default: a new temporary folder. */
  dataDir?: string;
  /** Runs on recorded weather. */
  simulated?: boolean;
  /** In addition to this process' own. */
  environment?: Record<string, string>;
  logFile?: string;
  /** Another checkout than this one. */
  checkout?: string;
  /** `dev` runs the sources instead of the build. */
  command?: 'start' | 'dev';
  /** Further arguments of the launcher. */
  extraArgs?: string[];
}

export class Product {
  static start(options?: ProductOptions): Promise<Product>;
  readonly url: string;
  readonly simulatorUrl: string;
  readonly dataDir: string;
  readonly admin: { email: string; password: string };
  state(): { pids: Record<string, number>; databaseUrl: string };
  pids(): Record<string, number>;
  output(): string;
  stop(): Promise<number | null>;
  remove(): Promise<void>;
}
