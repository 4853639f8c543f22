export interface Imports {
  projects: Map<string, Set<string>>;
  importers: Map<string, Set<string>>;
  unresolved: Set<string>;
}

export function readImports(root: string): Imports;
