/** The post editor's commands for tables. */
import { richTextLimits } from '@site/proto/content/v1/rich-text.schema';
import type { Editor } from '@tiptap/core';
import { type Command, TextSelection } from '@tiptap/pm/state';
import {
  columnIsHeader,
  isInTable,
  moveTableColumn,
  moveTableRow,
  rowIsHeader,
  selectedRect,
  TableMap,
  type TableRect,
} from '@tiptap/pm/tables';
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Captions,
  FoldHorizontal,
  FoldVertical,
  PanelLeft,
  PanelTop,
  Trash2,
} from 'lucide-react';
import { does, type Tool } from './editor-tool.js';

/** Adds a table of three columns, and a paragraph if nothing follows to write in. */
export const insertTable = (editor: Editor) =>
  editor
    .chain()
    .focus()
    .insertTable({ rows: 3, cols: 3, withHeaderRow: true })
    .command(({ tr, state }) => {
      const paragraph = state.schema.nodes['paragraph']?.create();
      if (paragraph && tr.doc.lastChild?.type.name === 'table') tr.insert(tr.doc.content.size, paragraph);
      return true;
    })
    .run();

const at = ({ state }: Editor): TableRect | undefined => (isInTable(state) ? selectedRect(state) : undefined);

const hasHeaderRow = ({ map, table }: TableRect) => rowIsHeader(map, table, 0);
const hasHeaderColumn = ({ map, table }: TableRect) => columnIsHeader(map, table, 0);

const canAddRow = (editor: Editor) => (at(editor)?.map.height ?? Infinity) < richTextLimits.tableRows;
const canAddColumn = (editor: Editor) => (at(editor)?.map.width ?? Infinity) < richTextLimits.tableColumns;

/** Keeps the caret in the moved cell. */
function runMove({ state, view }: Editor, move: Command, row: number, column: number) {
  const { tableStart } = selectedRect(state);
  move(state, (tr) => {
    const table = tr.doc.nodeAt(tableStart - 1);
    if (table) {
      const cell = tableStart + TableMap.get(table).positionAt(row, column, table);
      tr.setSelection(TextSelection.near(tr.doc.resolve(cell + 1)));
    }
    view.dispatch(tr);
  });
  view.focus();
}

/** Header rows and columns stay first. */
const moveRow = (step: 1 | -1) => ({
  can: (editor: Editor) => {
    const rect = at(editor);
    if (!rect) return false;
    const first = hasHeaderRow(rect) ? 1 : 0;
    return rect.top >= first && rect.top + step >= first && rect.top + step < rect.map.height;
  },
  run: (editor: Editor) => {
    const { top, left } = selectedRect(editor.state);
    runMove(editor, moveTableRow({ from: top, to: top + step, select: false }), top + step, left);
  },
});

const moveColumn = (step: 1 | -1) => ({
  can: (editor: Editor) => {
    const rect = at(editor);
    if (!rect) return false;
    const first = hasHeaderColumn(rect) ? 1 : 0;
    return rect.left >= first && rect.left + step >= first && rect.left + step < rect.map.width;
  },
  run: (editor: Editor) => {
    const { top, left } = selectedRect(editor.state);
    runMove(editor, moveTableColumn({ from: left, to: left + step, select: false }), top, left + step);
  },
});

const canDeleteRow = (editor: Editor) => editor.can().deleteRow();
const canDeleteColumn = (editor: Editor) => editor.can().deleteColumn();

/** Shown while the caret is in a table. */
export const tableTools: Tool[][] = [
  [
    {
      label: 'Header row',
      Icon: PanelTop,
      isOn: (editor) => hasHeaderRow(at(editor) ?? selectedRect(editor.state)),
      run: does((chain) => chain.toggleHeaderRow()),
    },
    {
      label: 'Header column',
      Icon: PanelLeft,
      isOn: (editor) => hasHeaderColumn(at(editor) ?? selectedRect(editor.state)),
      run: does((chain) => chain.toggleHeaderColumn()),
    },
    {
      label: 'Caption',
      Icon: Captions,
      run: ({ view, state }) => {
        const { tableStart } = selectedRect(state);
        const tableNode = view.nodeDOM(tableStart - 1);
        if (tableNode instanceof HTMLElement) tableNode.querySelector('input')?.focus();
      },
    },
  ],
  [
    { label: 'Add row above', Icon: BetweenHorizontalEnd, can: canAddRow, run: does((chain) => chain.addRowBefore()) },
    { label: 'Add row below', Icon: BetweenHorizontalStart, can: canAddRow, run: does((chain) => chain.addRowAfter()) },
    { label: 'Move row up', Icon: ArrowUp, ...moveRow(-1) },
    { label: 'Move row down', Icon: ArrowDown, ...moveRow(1) },
    { label: 'Delete row', Icon: FoldVertical, can: canDeleteRow, run: does((chain) => chain.deleteRow()) },
  ],
  [
    {
      label: 'Add column before',
      Icon: BetweenVerticalEnd,
      can: canAddColumn,
      run: does((chain) => chain.addColumnBefore()),
    },
    {
      label: 'Add column after',
      Icon: BetweenVerticalStart,
      can: canAddColumn,
      run: does((chain) => chain.addColumnAfter()),
    },
    { label: 'Move column left', Icon: ArrowLeft, ...moveColumn(-1) },
    { label: 'Move column right', Icon: ArrowRight, ...moveColumn(1) },
    { label: 'Delete column', Icon: FoldHorizontal, can: canDeleteColumn, run: does((chain) => chain.deleteColumn()) },
  ],
  [{ label: 'Delete table', Icon: Trash2, run: does((chain) => chain.deleteTable()) }],
];
