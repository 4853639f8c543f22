import type { ChangedFiles } from './changed-files.mjs';
import type { Imports } from './import-graph.mjs';

export interface Plan {
  typed: Map<string, { check: string[]; lint: string[] }>;
  untyped: string[];
  tests: string[];
  left: string[];
}

export function planChecks(files: ChangedFiles, imports: Imports): Plan;
