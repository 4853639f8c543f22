import { maxLength } from '@site/proto/fields';
import { EditorDialog } from '../../../dashboard-kit/editor/editor-dialog.js';
import { EditorText, EditorTextArea } from '../../../dashboard-kit/editor/editor-fields.js';
import { useEditor } from '../../../dashboard-kit/editor/editor.js';
import { strings } from '../../../strings.js';
import { checkFaq, loadFaq, saveFaq, storedFaq, type AdminFaq } from './faqs.js';

interface FaqEditorProps {
  /** Absent for a new one. */
  faq?: AdminFaq;
  onSaved: () => void;
  onClose: () => void;
  returnFocusTo?: () => HTMLElement | null | undefined;
}

export function FaqEditor({ faq, onSaved, onClose, returnFocusTo }: FaqEditorProps) {
  const editor = useEditor({
    name: `faq.${faq?.id ?? 'new'}`,
    stored: storedFaq(faq),
    check: checkFaq,
    save: (values, call) => saveFaq(faq?.id, values, call),
    loadLatest: faq && (() => loadFaq(faq.id)),
    onSaved,
    failure: faq ? strings.editFaqFailed : strings.createFaqFailed,
  });
  return (
    <EditorDialog
      editor={editor}
      title={faq ? strings.editFaq : strings.addFaq}
      submitLabel={faq ? strings.update : strings.addFaq}
      busyLabel={faq ? strings.updating : strings.adding}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <EditorText
        editor={editor}
        field="question"
        label="Question"
        required
        maxLength={maxLength.question}
        data-autofocus=""
      />
      <EditorTextArea
        editor={editor}
        field="answer"
        label="Answer"
        hint="Leave an empty line between paragraphs."
        required
        rows={8}
        maxLength={maxLength.answer}
      />
    </EditorDialog>
  );
}
