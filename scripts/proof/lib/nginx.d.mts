export interface RunningNginx {
  url: string;
  /** Expects the PROXY protocol. */
  ingressPort: number;
  pids(): number[];
  /** The contents of the error log. */
  errors(): string;
  stop(): Promise<void>;
}

export function startSiteNginx(
  gatewayUrl: string,
  options?: { environment?: Record<string, string>; webRoot?: string },
): Promise<RunningNginx>;
