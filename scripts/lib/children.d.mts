export interface Child {
  readonly name: string;
}

export class Children {
  constructor(options: { onHopeless: (sentence: string) => void; onSpawn: () => void; waitsAfterCrash?: boolean });
  start(process: { name: string; args: string[]; environment: NodeJS.ProcessEnv; readyUrl: string }): Child;
  restart(name: string): Promise<{ ready: Promise<boolean> }>;
  untilReady(entry: Child, withinMs?: number): Promise<boolean>;
  stop(names: string[]): Promise<void>;
  pids(): Record<string, number | undefined>;
}
