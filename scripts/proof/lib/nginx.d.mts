export interface RunningNginx {
  url: string;
  pids(): number[];
  stop(): Promise<void>;
}

export function startSiteNginx(
  gatewayUrl: string,
  options?: { environment?: Record<string, string>; webRoot?: string },
): Promise<RunningNginx>;
