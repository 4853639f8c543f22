import { useQueryClient } from '@tanstack/react-query';
import { maxLength } from '@site/proto/fields';
import { headerInput } from '@site/proto/content/v1/site.schema';
import type { Answer } from '../../../api/api.js';
import { EditorDialog } from '../../../dashboard-kit/editor/editor-dialog.js';
import { EditorTextArea } from '../../../dashboard-kit/editor/editor-fields.js';
import { useEditor, type Stored } from '../../../dashboard-kit/editor/editor.js';
import { faultsOf } from '../../../dashboard-kit/editor/faults.js';
import { sendForm } from '../../../dashboard-kit/editor/save.js';
import { strings } from '../../../strings.js';
import { headerQuery, type SiteHeader } from './header.js';

type HeaderValues = { header: string };

const storedOf = (header: SiteHeader | null | undefined): Stored<HeaderValues> => ({
  values: { header: header?.header ?? '' },
  version: header?.version,
});

/** The bar is one line: what was pasted with line breaks becomes one. */
const oneLine = ({ header }: HeaderValues): HeaderValues => ({ header: header.trim().replace(/\s*[\r\n]+\s*/g, ' ') });

interface HeaderEditorProps {
  /** Undefined for a new one. */
  header: SiteHeader | undefined;
  onClose: () => void;
  onSaved: (answer: Answer<SiteHeader>) => void;
}

/** Creates or edits the header. */
export function HeaderEditor({ header, onClose, onSaved }: HeaderEditorProps) {
  const client = useQueryClient();
  const editor = useEditor<HeaderValues, SiteHeader>({
    name: `header.${header?.id ?? 'new'}`,
    stored: storedOf(header),
    check: (values) => faultsOf(headerInput, oneLine(values), ['header']),
    save: (values, call) =>
      header
        ? sendForm('/admin/main/header/edit', { header_id: header.id, ...oneLine(values) }, call)
        : sendForm('/admin/main/header/create', oneLine(values), call),
    loadLatest: async () => {
      const now = await client.fetchQuery({ ...headerQuery, staleTime: 0 });
      return now?.id === header?.id ? storedOf(now) : undefined;
    },
    onSaved,
    failure: header ? strings.updateHeaderFailed : strings.createHeaderFailed,
  });
  const { length } = oneLine(editor.values).header;
  return (
    <EditorDialog
      editor={editor}
      title={header ? strings.editHeader : strings.addNewHeader}
      submitLabel={header ? strings.update : strings.addHeader}
      busyLabel={header ? strings.updating : strings.adding}
      onClose={onClose}
    >
      <EditorTextArea
        editor={editor}
        field="header"
        label={strings.header}
        hint={`One line that everybody reads first. ${length} of ${maxLength.header} characters.`}
        rows={3}
        required
        data-autofocus=""
      />
    </EditorDialog>
  );
}
