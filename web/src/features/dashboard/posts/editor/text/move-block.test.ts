import { readRichText } from '@site/proto/content/v1/rich-text.schema';
import type { RichTextDocument } from '@site/domain/content/rich-text';
import { Editor } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import { AllSelection, NodeSelection, type Selection, TextSelection } from '@tiptap/pm/state';
import { blockShortcuts, moveBlock } from './move-block.js';
import { extensions } from './extensions.js';
import { tableTools } from './table-tools.js';
import { toolGroups } from './toolbar.js';

type Block = RichTextDocument['content'][number];

const id = '019a0000-0000-7000-8000-000000000001';
const line = (text: string): Block & { type: 'paragraph' } => ({
  type: 'paragraph',
  content: [{ type: 'text', text }],
});

const blocks: Record<string, Block> = {
  paragraph: line('a'),
  'empty paragraph': { type: 'paragraph' },
  heading: { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'a' }] },
  'bulleted list': { type: 'bulletList', content: [{ type: 'listItem', content: [line('a')] }] },
  'numbered list': { type: 'orderedList', content: [{ type: 'listItem', content: [line('a')] }] },
  quote: { type: 'blockquote', content: [line('a')] },
  table: {
    type: 'table',
    content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [line('a')] }] }],
  },
  divider: { type: 'horizontalRule' },
  picture: { type: 'image', attrs: { mediaId: id } },
  video: { type: 'video', attrs: { provider: 'youtube', id: 'dQw4w9WgXcQ' } },
  file: { type: 'file', attrs: { mediaId: id, name: 'Report.pdf', bytes: 31 } },
  snapshot: { type: 'snapshot', attrs: { snapshotId: id } },
  warning: { type: 'warning', attrs: { event: 'KLZK.TO.W.0001.2026' } },
};

const open = (content: Block[]) =>
  new Editor({
    element: document.createElement('div'),
    extensions: [...extensions, blockShortcuts],
    content: { type: 'doc', content },
    injectCSS: false,
  });

/** Returns every selection that a mouse or keyboard can make at the ends of the text. */
function selectionsOf({ state: { doc } }: Editor): Selection[] {
  const gaps = [0, doc.content.size].map((pos) => new GapCursor(doc.resolve(pos)));
  const nodes = [0, doc.content.size - (doc.lastChild?.nodeSize ?? 0)].map((pos) => NodeSelection.create(doc, pos));
  return [...gaps, ...nodes, TextSelection.atStart(doc), TextSelection.atEnd(doc), new AllSelection(doc)];
}

const isSavable = (editor: Editor) => {
  editor.state.doc.check();
  return 'document' in readRichText(editor.getJSON());
};

describe.each(Object.entries(blocks))('a %s', (_name, block) => {
  const places: [string, Block[]][] = [
    ['alone', [block]],
    ['first', [block, line('b')]],
    ['last', [line('b'), block]],
  ];

  /** Runs `act` for each selection, from the same state. */
  function atEach(content: Block[], act: (editor: Editor) => string | undefined) {
    const editor = open(content);
    const { state } = editor;
    for (const selection of selectionsOf(editor)) {
      editor.view.updateState(state.apply(state.tr.setSelection(selection)));
      const used = act(editor);
      if (used !== undefined)
        expect([used, selection.toJSON(), isSavable(editor)]).toEqual([used, selection.toJSON(), true]);
    }
    editor.destroy();
  }

  it.each(places)('%s, leaves every tool usable for every selection', (_place, content) => {
    for (const [tools, isUsable] of [
      [toolGroups.flat(), () => true],
      [tableTools.flat(), (editor: Editor) => editor.isActive('table')],
    ] as const) {
      for (const { label, isOn, can, run } of tools)
        atEach(content, (editor) => {
          if (!isUsable(editor)) return undefined;
          isOn?.(editor);
          if (can && !can(editor)) return undefined;
          run(editor, () => undefined);
          return label;
        });
    }
  });

  it.each(places)('%s, takes keys and text at every selection', (_place, content) => {
    // Arrow keys need a layout: `tests/e2e/text-entry.test.ts`.
    const keys = [
      ...['Enter', 'Backspace', 'Delete', 'Tab'].map((key) => ({ key })),
      ...['ArrowUp', 'ArrowDown'].map((key) => ({ key, altKey: true, shiftKey: true })),
    ];
    for (const init of keys)
      atEach(content, (editor) => {
        editor.view.dom.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
        editor.commands.insertContent('x');
        return init.key;
      });
  });
});

describe('moving a block', () => {
  const moved = (content: Block[], select: (editor: Editor) => Selection, direction: 'up' | 'down') => {
    const editor = open(content);
    editor.view.dispatch(editor.state.tr.setSelection(select(editor)));
    const isMoved = editor.commands.command(moveBlock(direction));
    return isMoved && editor.state.doc.children.map(({ type }) => type.name);
  };
  const { table, picture } = blocks;
  const content = [line('a'), table, picture] as Block[];
  const gapAt = (index: number) => (editor: Editor) => {
    const before = editor.state.doc.children.slice(0, index).reduce((size, { nodeSize }) => size + nodeSize, 0);
    return new GapCursor(editor.state.doc.resolve(before));
  };

  it.each(['up', 'down'] as const)('%s does nothing with the caret between, above or below blocks', (direction) => {
    for (const index of [0, 1, 2, 3]) expect(moved(content, gapAt(index), direction)).toBe(false);
  });

  it('swaps the selected block with its neighbor', () => {
    const selected = (editor: Editor) => NodeSelection.create(editor.state.doc, 3);
    expect(moved(content, selected, 'down')).toEqual(['paragraph', 'image', 'table']);
    expect(moved(content, selected, 'up')).toEqual(['table', 'paragraph', 'image']);
    expect(moved(content, (editor) => TextSelection.atStart(editor.state.doc), 'up')).toBe(false);
    expect(moved(content, ({ state }) => new AllSelection(state.doc), 'down')).toBe(false);
  });
});
