import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { richTextLimits } from '@site/proto/content/v1/rich-text.schema';

/** Approximate limit in bytes: browsers take seconds to parse more. */
const longestPaste = 2 * 1024 * 1024;

const tooLarge =
  'What you pasted is larger than 2 MB, so nothing was inserted. Paste it in parts, and add pictures from the library.';
const tooLong = (by: number) =>
  `The pasted text would make the post ${by.toLocaleString('en-US')} characters longer than the ` +
  `limit of ${richTextLimits.characters.toLocaleString('en-US')}. Nothing was inserted.`;

/**
 * Rejects a paste that would make the text too long, before anything changes.
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
