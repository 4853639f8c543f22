export interface ProductOptions {
  dataDir?: string;
  simulated?: boolean;
  environment?: Record<string, string>;
  logFile?: string;
  checkout?: string;
  /** `dev` runs the sources instead of the build. */
  command?: 'start' | 'dev';
  words?: string[];
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
