import type { ChangedFiles } from './changed-files.mjs';
import type { Imports } from './import-graph.mjs';

export interface Plan {
  lint: string[];
  tests: string[];
  left: string[];
}

export function planChecks(files: ChangedFiles, imports: Imports): Plan;
