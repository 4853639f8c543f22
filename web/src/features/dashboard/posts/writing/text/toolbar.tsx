import { useEditorState, type Editor } from '@tiptap/react';
import {
  Bold,
  Camera,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Redo2,
  TriangleAlert,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '../../../../../ui/class-names.js';

export type Asked = 'link' | 'picture' | 'snapshot' | 'warning';

interface Tool {
  label: string;
  keys?: string;
  Icon: LucideIcon;
  /** Absent for one-time actions. */
  isOn?: (editor: Editor) => boolean;
  run: (editor: Editor, ask: (what: Asked) => void) => unknown;
  can?: (editor: Editor) => boolean;
}

const groups: Tool[][] = [
  [
    {
      label: 'Bold',
      keys: 'Control+B',
      Icon: Bold,
      isOn: (editor) => editor.isActive('bold'),
      run: (editor) => editor.chain().focus().toggleBold().run(),
    },
    {
      label: 'Italic',
      keys: 'Control+I',
      Icon: Italic,
      isOn: (editor) => editor.isActive('italic'),
      run: (editor) => editor.chain().focus().toggleItalic().run(),
    },
    {
      label: 'Link',
      keys: 'Control+K',
      Icon: Link,
      isOn: (editor) => editor.isActive('link'),
      run: (_editor, ask) => ask('link'),
    },
  ],
  [
    {
      label: 'Heading',
      Icon: Heading2,
      isOn: (editor) => editor.isActive('heading', { level: 2 }),
      run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    },
    {
      label: 'Subheading',
      Icon: Heading3,
      isOn: (editor) => editor.isActive('heading', { level: 3 }),
      run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    },
    {
      label: 'Bulleted list',
      Icon: List,
      isOn: (editor) => editor.isActive('bulletList'),
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      label: 'Numbered list',
      Icon: ListOrdered,
      isOn: (editor) => editor.isActive('orderedList'),
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      label: 'Quote',
      Icon: Quote,
      isOn: (editor) => editor.isActive('blockquote'),
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
  ],
  [
    { label: 'Picture from the library', Icon: Image, run: (_editor, ask) => ask('picture') },
    { label: 'Visitor’s photo', Icon: Camera, run: (_editor, ask) => ask('snapshot') },
    { label: 'Weather warning', Icon: TriangleAlert, run: (_editor, ask) => ask('warning') },
  ],
  [
    {
      label: 'Undo',
      keys: 'Control+Z',
      Icon: Undo2,
      can: (editor) => editor.can().undo(),
      run: (editor) => editor.chain().focus().undo().run(),
    },
    {
      label: 'Redo',
      keys: 'Control+Shift+Z',
      Icon: Redo2,
      can: (editor) => editor.can().redo(),
      run: (editor) => editor.chain().focus().redo().run(),
    },
  ],
];
const tools = groups.flat();

interface ToolbarProps {
  editor: Editor;
  onAsk: (what: Asked) => void;
  controls: string;
}

/** A single Tab stop; arrow keys move between buttons. */
export function Toolbar({ editor, onAsk, controls }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.map(({ isOn, can }) => ({ on: isOn?.(now), off: can && !can(now) })),
  });

  function move(event: KeyboardEvent) {
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
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={move}
      className="sticky top-14 z-10 flex flex-wrap max-md:flex-nowrap max-md:overflow-x-auto gap-x-3 gap-y-1 rounded-t-md border-b border-line bg-surface p-1.5 md:top-0"
    >
      {groups.map((group, groupIndex) => (
        <span key={groupIndex} className="flex flex-wrap max-md:shrink-0 max-md:flex-nowrap gap-0.5">
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
                onClick={() => !state?.off && run(editor, onAsk)}
                className={classNames(
                  'inline-flex size-10 items-center justify-center rounded-md hover:bg-surface-raised',
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
