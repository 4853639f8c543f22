export interface ChangedFiles {
  changed: string[];
  deleted: string[];
}

export function changedFiles(root: string): ChangedFiles;
