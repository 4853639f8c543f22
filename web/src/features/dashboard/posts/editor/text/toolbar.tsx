/** The post editor's toolbar. */
import { useEditorState, type Editor } from '@tiptap/react';
import {
  ArrowDownToLine,
  ArrowUpToLine,
  Bold,
  Camera,
  Code,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  Minus,
  Paperclip,
  Quote,
  Redo2,
  SquarePlay,
  Strikethrough,
  Table,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '@/ui/class-names.js';
import { moveBlock } from './move-block.js';
import { insertTable, tableTools } from './table-tools.js';
import { type InsertKind, does, type Tool, toggles } from './editor-tool.js';

export const toolGroups: Tool[][] = [
  [
    { label: 'Bold', keys: 'Control+B', Icon: Bold, ...toggles('bold', (chain) => chain.toggleBold()) },
    { label: 'Italic', keys: 'Control+I', Icon: Italic, ...toggles('italic', (chain) => chain.toggleItalic()) },
    {
      label: 'Strikethrough',
      keys: 'Control+Shift+S',
      Icon: Strikethrough,
      ...toggles('strike', (chain) => chain.toggleStrike()),
    },
    { label: 'Inline code', keys: 'Control+E', Icon: Code, ...toggles('code', (chain) => chain.toggleCode()) },
    {
      label: 'Link',
      keys: 'Control+K',
      Icon: Link,
      isOn: (editor) => editor.isActive('link'),
      run: (_editor, prompt) => prompt('link'),
    },
  ],
  [
    {
      label: 'Heading',
      find: 'h2 title',
      Icon: Heading2,
      ...toggles('heading', (chain) => chain.toggleHeading({ level: 2 }), { level: 2 }),
    },
    {
      label: 'Subheading',
      find: 'h3 title',
      Icon: Heading3,
      ...toggles('heading', (chain) => chain.toggleHeading({ level: 3 }), { level: 3 }),
    },
    {
      label: 'Bulleted list',
      find: 'ul bullets points',
      Icon: List,
      ...toggles('bulletList', (chain) => chain.toggleBulletList()),
    },
    {
      label: 'Numbered list',
      find: 'ol steps',
      Icon: ListOrdered,
      ...toggles('orderedList', (chain) => chain.toggleOrderedList()),
    },
    {
      label: 'Quote',
      find: 'blockquote citation',
      Icon: Quote,
      ...toggles('blockquote', (chain) => chain.toggleBlockquote()),
    },
  ],
  [
    { label: 'Table', find: 'rows columns grid spreadsheet', Icon: Table, run: insertTable },
    { label: 'Divider', find: 'line rule separator hr', Icon: Minus, run: does((chain) => chain.setHorizontalRule()) },
    {
      label: 'Picture from the library',
      find: 'image photo',
      Icon: Image,
      run: (_editor, prompt) => prompt('picture'),
    },
    {
      label: 'Upload pictures or a PDF',
      find: 'image photo file attachment',
      Icon: Paperclip,
      run: (_editor, prompt) => prompt('upload'),
    },
    {
      label: 'Video',
      find: 'youtube vimeo facebook embed',
      Icon: SquarePlay,
      run: (_editor, prompt) => prompt('video'),
    },
    { label: 'Visitor’s photo', find: 'picture snapshot', Icon: Camera, run: (_editor, prompt) => prompt('snapshot') },
    { label: 'Weather warning', find: 'alert', Icon: TriangleAlert, run: (_editor, prompt) => prompt('warning') },
  ],
  [
    {
      label: 'Move block up',
      keys: 'Alt+Shift+ArrowUp',
      Icon: ArrowUpToLine,
      can: (editor) => editor.can().command(moveBlock('up')),
      run: does((chain) => chain.command(moveBlock('up'))),
    },
    {
      label: 'Move block down',
      keys: 'Alt+Shift+ArrowDown',
      Icon: ArrowDownToLine,
      can: (editor) => editor.can().command(moveBlock('down')),
      run: does((chain) => chain.command(moveBlock('down'))),
    },
  ],
  [
    {
      label: 'Undo',
      keys: 'Control+Z',
      Icon: Undo2,
      can: (editor) => editor.can().undo(),
      run: does((chain) => chain.undo()),
    },
    {
      label: 'Redo',
      keys: 'Control+Shift+Z',
      Icon: Redo2,
      can: (editor) => editor.can().redo(),
      run: does((chain) => chain.redo()),
    },
  ],
];

/** Blocks to insert, or to turn a paragraph into. */
export const blockTools = toolGroups.flat().filter(({ find }) => find !== undefined);

interface ToolbarProps {
  editor: Editor;
  onPrompt: (what: InsertKind) => void;
  controls: string;
}

/** Sticks to the top of long texts. */
export function Toolbar(props: ToolbarProps) {
  const isInTable = useEditorState({ editor: props.editor, selector: ({ editor }) => editor.isActive('table') });
  return (
    <div className="sticky top-14 z-10 rounded-t-md border-b border-line bg-surface md:top-0">
      <Bar {...props} label="Formatting" groups={toolGroups} />
      {isInTable && <Bar {...props} label="Table" groups={tableTools} />}
    </div>
  );
}

interface BarProps extends ToolbarProps {
  label: string;
  groups: readonly Tool[][];
}

/** A single Tab stop; arrow keys move between buttons, and Escape returns to the text. */
function Bar({ editor, onPrompt, controls, label: name, groups: visibleGroups }: BarProps) {
  const tools = visibleGroups.flat();
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const states = useEditorState({
    editor,
    // The table can be gone before its bar.
    selector: ({ editor: now }) =>
      visibleGroups !== tableTools || now.isActive('table')
        ? tools.map(({ isOn, can }) => ({ on: isOn?.(now), off: can && !can(now) }))
        : [],
  });

  function move(event: KeyboardEvent) {
    if (event.key === 'Escape') editor.commands.focus();
    const steps: Record<string, number> = {
      ArrowRight: (current + 1) % tools.length,
      ArrowLeft: (current + tools.length - 1) % tools.length,
      Home: 0,
      End: tools.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={name}
      aria-controls={controls}
      onKeyDown={move}
      className="flex gap-x-3 gap-y-1 p-1.5 max-sm:overflow-x-auto sm:flex-wrap"
    >
      {visibleGroups.map((group, groupIndex) => (
        <span key={groupIndex} className="flex gap-0.5 sm:flex-wrap">
          {group.map(({ label, keys, Icon, run }) => {
            const index = tools.findIndex((tool) => tool.label === label);
            const state = states[index];
            return (
              <button
                key={label}
                type="button"
                aria-label={label}
                title={keys ? `${label} (${keys.replace('Control', 'Ctrl')})` : label}
                aria-keyshortcuts={keys}
                aria-pressed={state?.on}
                aria-disabled={state?.off || undefined}
                tabIndex={index === current ? 0 : -1}
                onFocus={() => setCurrent(index)}
                // Keeps the text's selection.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => !state?.off && run(editor, onPrompt)}
                className={classNames(
                  'inline-flex size-10 shrink-0 items-center justify-center rounded-md hover:bg-surface-raised',
                  'aria-disabled:opacity-40 aria-pressed:bg-sky-soft aria-pressed:text-sky-strong',
                  'aria-pressed:ring-1 aria-pressed:ring-sky aria-pressed:ring-inset',
                )}
              >
                <Icon aria-hidden="true" size={18} />
              </button>
            );
          })}
        </span>
      ))}
    </div>
  );
}
