import { Extension } from '@tiptap/core';
import type { Fragment } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { richTextLimits, tableLimitMessage } from '@site/proto/content/v1/rich-text.schema';

/** Approximate limit in bytes: browsers take seconds to parse more. */
const maxPasteLength = 2 * 1024 * 1024;

const tooLarge =
  'What you pasted is larger than 2 MB, so nothing was inserted. Paste it in parts, and drop its pictures as files.';
const tooLong = (by: number) =>
  `The pasted text would make the post ${by.toLocaleString('en-US')} characters longer than the ` +
  `limit of ${richTextLimits.characters.toLocaleString('en-US')}. Nothing was inserted.`;

const { tableRows, tableColumns } = richTextLimits;

interface Size {
  rows: number;
  columns: number;
}

const tableTooLarge = ({ rows, columns }: Size) =>
  `The pasted table has ${rows} rows and ${columns} columns. ${tableLimitMessage}. Nothing was inserted: copy a part ` +
  'of it, or add it as a picture.';

const tooManyParts =
  'With what you pasted, the text would have too many table cells and other parts. Nothing was inserted: copy less of it.';

function partsIn(content: Fragment): number {
  let parts = 0;
  content.descendants(() => {
    parts += 1;
  });
  return parts;
}

function tablesIn(content: Fragment): Size[] {
  const sizes: Size[] = [];
  content.descendants((node) => {
    if (node.type.name === 'table') sizes.push({ rows: node.childCount, columns: node.firstChild?.childCount ?? 0 });
    return !node.isTextblock;
  });
  return sizes;
}

/** Browsers add HTML to a copied picture. Office programs add a picture of the copied text. */
function hasText(html: string): boolean {
  if (html.length > maxPasteLength) return true;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('style, script')) element.remove();
  return body.textContent.trim() !== '';
}

const pointedAt = (view: EditorView, { clientX: left, clientY: top }: DragEvent) =>
  view.posAtCoords({ left, top })?.pos ?? view.state.doc.content.size;

declare module '@tiptap/core' {
  interface EditorEvents {
    /** Files were pasted or dropped at a position. */
    files: { files: File[]; at: number };
  }
}

/** Rejects a paste with too much text or too large a table, before anything changes. Files become an event. */
export const pasteGuard = (onReject: (reason: string) => void) =>
  Extension.create({
    name: 'pasteGuard',
    addProseMirrorPlugins() {
      const { editor } = this;
      const isTaken = (event: Event, transfer: DataTransfer | null, at: () => number) => {
        const files = [...(transfer?.files ?? [])];
        const html = transfer?.getData('text/html') ?? '';
        // A block of this editor may be dragged by its picture.
        const isFiles = files.length > 0 && !html.includes('data-pm-slice') && !hasText(html);
        const size = Math.max(html.length, transfer?.getData('text/plain').length ?? 0);
        if (size <= maxPasteLength && !isFiles) return false;
        event.preventDefault();
        if (isFiles) editor.emit('files', { files, at: at() });
        else onReject(tooLarge);
        return true;
      };
      return [
        new Plugin({
          props: {
            handleDOMEvents: {
              paste: ({ state: { selection } }, event) => isTaken(event, event.clipboardData, () => selection.to),
              drop: (view, event) => isTaken(event, event.dataTransfer, () => pointedAt(view, event)),
            },
            handlePaste: ({ state: { doc, selection } }, _event, slice) => {
              const replaced = doc.textBetween(selection.from, selection.to).length;
              const pastedLength = slice.content.textBetween(0, slice.content.size).length;
              const tables = tablesIn(slice.content);
              const large = tables.find(({ rows, columns }) => rows > tableRows || columns > tableColumns);
              if (large) {
                onReject(tableTooLarge(large));
                return true;
              }
              if (partsIn(doc.content) + partsIn(slice.content) > richTextLimits.nodes) {
                onReject(tooManyParts);
                return true;
              }
              const over = doc.textContent.length - replaced + pastedLength - richTextLimits.characters;
              if (over <= 0) return false;
              onReject(tooLong(over));
              return true;
            },
          },
        }),
      ];
    },
  });
