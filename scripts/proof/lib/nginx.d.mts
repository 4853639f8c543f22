export interface RunningNginx {
  url: string;
  pids(): number[];
  /** The contents of the error log. */
  errors(): string;
  stop(): Promise<void>;
}

export function startSiteNginx(
  gatewayUrl: string,
  options?: { environment?: Record<string, string>; webRoot?: string },
): Promise<RunningNginx>;
