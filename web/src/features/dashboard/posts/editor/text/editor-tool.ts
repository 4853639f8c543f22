import type { ChainedCommands, Editor } from '@tiptap/react';
import type { LucideIcon } from 'lucide-react';

export type InsertKind = 'link' | 'picture' | 'upload' | 'video' | 'snapshot' | 'warning';

/** A button of the toolbar, or an entry of the slash menu. */
export interface Tool {
  label: string;
  /** Other words that find it in the slash menu, which has only the tools with such words. */
  find?: string;
  keys?: string;
  Icon: LucideIcon;
  /** Absent for one-time actions. */
  isOn?: (editor: Editor) => boolean;
  run: (editor: Editor, prompt: (what: InsertKind) => void) => unknown;
  can?: (editor: Editor) => boolean;
}

type Step = (chain: ChainedCommands) => ChainedCommands;

/** Focuses the text and runs a command. */
export const does =
  (step: Step): Tool['run'] =>
  (editor) =>
    step(editor.chain().focus()).run();

/** Toggles a mark or a block. */
export const toggles = (name: string, step: Step, attributes?: object): Pick<Tool, 'isOn' | 'run'> => ({
  isOn: (editor) => editor.isActive(name, attributes),
  run: does(step),
});
