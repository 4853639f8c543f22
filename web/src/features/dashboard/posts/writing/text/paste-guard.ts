import { Extension } from '@tiptap/core';
import type { Fragment } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { richTextLimits, tableLimitMessage } from '@site/proto/content/v1/rich-text.schema';

/** Approximate limit in bytes: browsers take seconds to parse more. */
const longestPaste = 2 * 1024 * 1024;

const tooLarge =
  'What you pasted is larger than 2 MB, so nothing was inserted. Paste it in parts, and add pictures from the library.';
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

/**
 * Rejects a paste with too much text or too large a table, before anything changes.
 * @param onPictures called when only files were pasted or dropped
 */
export const pasteGuard = (refuse: (reason: string) => void, onPictures: () => void) =>
  Extension.create({
    name: 'pasteGuard',
    addProseMirrorPlugins: () => {
      const isRefused = (event: Event, given: DataTransfer | null) => {
        const size = Math.max(...['text/html', 'text/plain'].map((type) => given?.getData(type).length ?? 0));
        const isOnlyFiles = size === 0 && (given?.files?.length ?? 0) > 0;
        if (size <= longestPaste && !isOnlyFiles) return false;
        event.preventDefault();
        if (isOnlyFiles) onPictures();
        else refuse(tooLarge);
        return true;
      };
      return [
        new Plugin({
          props: {
            handleDOMEvents: {
              paste: (_view, event) => isRefused(event, event.clipboardData),
              drop: (_view, event) => isRefused(event, event.dataTransfer),
            },
            handlePaste: ({ state: { doc, selection } }, _event, slice) => {
              const replaced = doc.textBetween(selection.from, selection.to).length;
              const given = slice.content.textBetween(0, slice.content.size).length;
              const tables = tablesIn(slice.content);
              const large = tables.find(({ rows, columns }) => rows > tableRows || columns > tableColumns);
              if (large) {
                refuse(tableTooLarge(large));
                return true;
              }
              if (partsIn(doc.content) + partsIn(slice.content) > richTextLimits.nodes) {
                refuse(tooManyParts);
                return true;
              }
              const over = doc.textContent.length - replaced + given - richTextLimits.characters;
              if (over <= 0) return false;
              refuse(tooLong(over));
              return true;
            },
          },
        }),
      ];
    },
  });
