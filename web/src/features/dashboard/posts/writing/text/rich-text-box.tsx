import type { MediaItem } from '@site/proto/content/v1/media.answers';
import { richTextLimits } from '@site/proto/content/v1/rich-text.schema';
import type { RichTextDocument } from '@site/domain/content/rich-text';
import { Extension } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import { MediaPicker } from '../../../../../dashboard-kit/media/media-picker.js';
import { Banner } from '../../../../../ui/banner.js';
import { classNames } from '../../../../../ui/class-names.js';
import { FieldError } from '../../../../../ui/forms/field.js';
import { plainDocument, wordsOf } from '../values.js';
import { extensions } from './extensions.js';
import { LinkDialog } from './link-dialog.js';
import { MediaContext } from './media-context.js';
import { pasteGuard } from './paste-guard.js';
import { readablePaste, type Dropped } from './pasted-html.js';
import { PasteNotice } from './paste-notice.js';
import { SnapshotDialog } from './snapshot-dialog.js';
import { textLook } from './text-look.js';
import { Toolbar, type Asked } from './toolbar.js';
import { WarningDialog } from './warning-dialog.js';

export interface RichTextBoxProps {
  label: string;
  /** The initial document. Later changes are ignored in favor of what is typed. */
  document: RichTextDocument | null;
  /** A new number replaces the text with `document`, as an undoable step. */
  replacements: number;
  onChange: (document: RichTextDocument) => void;
  media: ReadonlyMap<string, MediaItem>;
  /** A picture was chosen for the text. */
  onMedia: (item: MediaItem) => void;
  error: string | undefined;
}

const nothing: ReadonlySet<Dropped> = new Set();

/** An empty document would have no line to write on. */
const contentOf = (document: RichTextDocument | null) => (document?.content.length ? document : '');

/** The open dialog and the selection it applies to, which the dialog takes away with the focus. */
interface Question {
  what: Asked;
  at: { from: number; to: number };
}

const questionOf = (editor: Editor, what: Asked): Question => ({ what, at: selectedIn(editor) });

/** Returns the browser's selection: the editor's lags behind, and a fast user may open a dialog before it updates. */
function selectedIn({ state: { selection }, view }: Editor): Question['at'] {
  const { from, to } = selection;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = globalThis.getSelection() ?? {};
  const isHere = anchorNode && focusNode && view.dom.contains(anchorNode) && view.dom.contains(focusNode);
  if (!(selection instanceof TextSelection) || !view.hasFocus() || !isHere) return { from, to };
  const ends = [view.posAtDOM(anchorNode, anchorOffset ?? 0), view.posAtDOM(focusNode, focusOffset ?? 0)];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

/** A rich text editor with a toolbar. */
export function RichTextBox(props: RichTextBoxProps) {
  const { label, document, replacements, onChange, media, onMedia, error } = props;
  const id = useId();
  const [question, setQuestion] = useState<Question>();
  const [refusal, setRefusal] = useState<string>();
  const [dropped, setDropped] = useState<ReadonlySet<Dropped>>(nothing);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });

  const [own] = useState(() => [
    ...extensions,
    pasteGuard(setRefusal, () => setDropped(new Set<Dropped>(['pictures']))),
    Extension.create({
      name: 'linkShortcut',
      addKeyboardShortcuts: () => ({
        'Mod-k': ({ editor: here }) => {
          setQuestion(questionOf(here, 'link'));
          return true;
        },
      }),
    }),
  ]);
  const editor = useEditor({
    extensions: own,
    content: contentOf(document),
    // The content security policy forbids style sheets created by scripts; `textLook` has the necessary rules.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': `${id}-count ${id}-error`,
        class: textLook,
      },
      transformPastedHTML: (pasted) => {
        const { html, dropped: left } = readablePaste(pasted);
        setDropped(left);
        return html;
      },
      transformPastedText: (text) => {
        setDropped(nothing);
        return text.replace(/[\v\f\u0085\u2028\u2029]/g, '\n');
      },
    },
    onUpdate: ({ editor: now }) => {
      setRefusal(undefined);
      changed.current(now.getJSON() as RichTextDocument);
    },
  });
  useReplacement(editor, document, replacements);

  const asked = question?.what;
  const close = () => setQuestion(undefined);
  const box = () => editor.view.dom;
  const insert = (type: string, attrs: Record<string, string>) => {
    close();
    // Inserted after the selection instead of replacing it, with an empty paragraph below.
    editor
      .chain()
      .focus()
      .setTextSelection(question?.at.to ?? editor.state.selection.to)
      .insertContent([{ type, attrs }, { type: 'paragraph' }])
      .run();
  };

  return (
    <MediaContext value={media}>
      {refusal && (
        <Banner tone="error" className="mb-3">
          {refusal}
        </Banner>
      )}
      <div
        className={classNames(
          'rounded-md border bg-surface',
          error
            ? 'border-danger ring-1 ring-danger'
            : 'border-edge focus-within:border-sky focus-within:ring-1 focus-within:ring-sky',
        )}
      >
        <Toolbar editor={editor} onAsk={(what) => setQuestion(questionOf(editor, what))} controls={id} />
        <EditorContent editor={editor} />
      </div>
      <PasteNotice dropped={dropped} onClose={() => setDropped(nothing)} />
      <Count id={`${id}-count`} document={document} />
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {question?.what === 'link' && (
        <LinkDialog
          href={String(editor.getAttributes('link')['href'] ?? '')}
          hasWords={question.at.from < question.at.to}
          onSet={(href) => {
            close();
            setLink(editor, href, question.at);
          }}
          onRemove={() => {
            close();
            editor.chain().focus().setTextSelection(question.at).extendMarkRange('link').unsetMark('link').run();
          }}
          onClose={close}
          returnFocusTo={box}
        />
      )}
      <MediaPicker
        open={asked === 'picture'}
        title="Choose a picture"
        onChoose={(item) => {
          onMedia(item);
          insert('image', { mediaId: item.id });
        }}
        onClose={close}
        returnFocusTo={box}
      />
      {asked === 'snapshot' && (
        <SnapshotDialog
          onChoose={(snapshotId) => insert('snapshot', { snapshotId })}
          onClose={close}
          returnFocusTo={box}
        />
      )}
      {asked === 'warning' && (
        <WarningDialog onChoose={(event) => insert('warning', { event })} onClose={close} returnFocusTo={box} />
      )}
    </MediaContext>
  );
}

function setLink(editor: Editor, href: string, at: Question['at']) {
  const there = editor.chain().focus().setTextSelection(at);
  if (at.from === at.to && !editor.isActive('link')) {
    const text = href.replace(/^mailto:/, '');
    there.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run();
  } else there.extendMarkRange('link').setMark('link', { href }).run();
}

/** Replaces the document; Undo restores the old one. */
function useReplacement(editor: Editor, document: RichTextDocument | null, replacements: number) {
  const done = useRef(replacements);
  useEffect(() => {
    if (done.current === replacements) return;
    done.current = replacements;
    editor.commands.setContent(contentOf(document && plainDocument(document)), { emitUpdate: false });
  }, [document, editor, replacements]);
}

function Count({ id, document }: { id: string; document: RichTextDocument | null }) {
  const { characters: most } = richTextLimits;
  const count = wordsOf(document).length;
  return (
    <p id={id} className={classNames('figures mt-1.5 text-sm', count > most ? 'text-danger' : 'text-ink-soft')}>
      {count.toLocaleString('en-US')} of {most.toLocaleString('en-US')} characters
      {count > most && `: ${(count - most).toLocaleString('en-US')} too many to save`}
    </p>
  );
}
