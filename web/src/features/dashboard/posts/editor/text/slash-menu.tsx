import type { Editor } from '@tiptap/core';
import { Suggestion, SuggestionPluginKey, type SuggestionProps } from '@tiptap/suggestion';
import { useCallback, useEffect, useId, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { classNames } from '@/ui/class-names.js';
import type { InsertKind, Tool } from './editor-tool.js';
import { blockTools } from './toolbar.js';

/** Whether the menu used a key. */
type Press = (event: KeyboardEvent) => boolean;

interface SlashMenuProps {
  editor: Editor;
  onPrompt: (what: InsertKind) => void;
}

/** Opens when "/" is typed at the beginning of a paragraph. The focus stays in the text, which names the active option. */
export function SlashMenu({ editor, onPrompt }: SlashMenuProps) {
  const [open, setOpen] = useState<SuggestionProps>();
  const press = useRef<Press>(null);

  useEffect(() => {
    const plugin = Suggestion({
      editor,
      char: '/',
      startOfLine: true,
      allowSpaces: true,
      allow: ({ state, range }) => {
        const { depth, parent } = state.doc.resolve(range.from);
        return depth === 1 && parent.type.name === 'paragraph';
      },
      render: () => ({
        onStart: setOpen,
        onUpdate: setOpen,
        onExit: () => setOpen(undefined),
        onKeyDown: ({ event }) => press.current?.(event) ?? false,
      }),
    });
    // Before the editor's own use of Enter and Tab.
    editor.registerPlugin(plugin, (added, others) => [added, ...others]);
    return () => {
      editor.unregisterPlugin(SuggestionPluginKey);
    };
  }, [editor]);

  const query = open?.query.trim().toLowerCase() ?? '';
  const found = blockTools.filter(({ label, find = '' }) => `${label} ${find}`.toLowerCase().includes(query));
  if (!open || found.length === 0) return null;
  return (
    <Options
      key={query}
      open={open}
      tools={found}
      onSelect={(tool) => {
        editor.chain().focus().deleteRange(open.range).run();
        tool.run(editor, onPrompt);
      }}
      press={press}
    />
  );
}

interface OptionsProps {
  open: SuggestionProps;
  tools: readonly Tool[];
  onSelect: (tool: Tool) => void;
  press: Ref<Press>;
}

function Options({ open: { editor, mount }, tools, onSelect, press }: OptionsProps) {
  const id = useId();
  const [active, setActive] = useState(0);
  const [place] = useState(() => mount);
  const list = useCallback((element: HTMLElement | null) => (element ? place(element) : undefined), [place]);

  useImperativeHandle(press, () => (event) => {
    const steps: Record<string, number> = {
      ArrowDown: (active + 1) % tools.length,
      ArrowUp: (active + tools.length - 1) % tools.length,
    };
    const next = steps[event.key];
    const selected = event.key === 'Enter' || event.key === 'Tab' ? tools[active] : undefined;
    if (next !== undefined) setActive(next);
    if (selected) onSelect(selected);
    return next !== undefined || selected !== undefined;
  });
  useActiveOption(editor, id, active);

  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Insert"
      className="absolute z-20 max-h-72 min-w-60 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-lg"
    >
      {tools.map(({ label, Icon }, index) => (
        <div
          key={label}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          ref={index === active ? scrollToActive : undefined}
          onPointerMove={() => setActive(index)}
          // Keeps the caret in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSelect(tools[index] as Tool)}
          onKeyDown={undefined}
          className={classNames(
            'flex cursor-pointer items-center gap-3 rounded-sm px-3 py-2',
            index === active && 'bg-sky-soft text-sky-strong',
          )}
        >
          <Icon aria-hidden="true" size={18} />
          {label}
        </div>
      ))}
    </div>
  );
}

const scrollToActive = (option: HTMLElement | null) => option?.scrollIntoView?.({ block: 'nearest' });

function useActiveOption(editor: Editor, list: string, active: number) {
  useEffect(() => {
    const box = editor.view.dom;
    box.setAttribute('aria-controls', list);
    box.setAttribute('aria-activedescendant', `${list}-${active}`);
  }, [editor, list, active]);
  useEffect(() => {
    const box = editor.view.dom;
    return () => {
      box.removeAttribute('aria-controls');
      box.removeAttribute('aria-activedescendant');
    };
  }, [editor]);
}
