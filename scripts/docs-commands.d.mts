export interface CommandBlock {
  file: string;
  commands: string[];
}

export function readBlocks(pages?: { file: string; text: string }[]): Map<string, CommandBlock>;

export function commandsOf(
  name: string,
  replacing?: Record<string, string>,
  blocks?: Map<string, CommandBlock>,
): string[];
