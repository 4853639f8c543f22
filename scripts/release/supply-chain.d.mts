export interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  engines?: { node?: string };
}
export interface Lock {
  packages: Record<string, LockEntry>;
}
export interface Bill {
  bomFormat?: string;
  specVersion?: string;
  components?: { group?: string; name: string; version: string; purl?: string }[];
}
export const newerNodeRequirements: Record<string, string>;
export function readLock(): Lock;
export function lockFaults(lock: Lock): string[];
export function matchAdvisories(
  lock: Lock,
  list: { advisories: { package: string; vulnerable: string; id: string; title: string }[] },
): string[];
export function registryAdvisories(options?: { command?: string; cwd?: string }): Promise<string[] | undefined>;
export function billFaults(bill: Bill, lock: Lock): string[];
