import { maxLength } from '@site/proto/fields';
import type { Answer } from '../../../api/api.js';
import { EditorDialog } from '../../../dashboard-kit/editor/editor-dialog.js';
import {
  EditorPicture,
  EditorText,
  EditorTextArea,
  StoredPicture,
} from '../../../dashboard-kit/editor/editor-fields.js';
import { useEditor } from '../../../dashboard-kit/editor/editor.js';
import { strings } from '../../../strings.js';
import { checkSponsor, loadSponsor, saveSponsor, storedSponsor, type SponsorValues } from './sponsor-form.js';
import type { AdminSponsor } from './sponsor-lists.js';
import { SponsorLogo } from './sponsor-logo.js';

interface SponsorEditorProps {
  /** Absent for a new one. */
  sponsor: AdminSponsor | undefined;
  onSaved: (answer: Answer<AdminSponsor>) => void;
  onClose: () => void;
}

/** Adds a sponsor, approved at once, or changes one. */
export function SponsorEditor({ sponsor, onSaved, onClose }: SponsorEditorProps) {
  const editor = useEditor<SponsorValues, AdminSponsor>({
    name: `sponsor.${sponsor?.id ?? 'new'}`,
    stored: storedSponsor(sponsor),
    check: checkSponsor,
    save: (values, call) => saveSponsor(sponsor?.id, values, call),
    loadLatest: sponsor && (() => loadSponsor(sponsor.id)),
    onSaved,
    failure: strings.sponsorSaveFailed,
    prefersServerText: true,
  });
  return (
    <EditorDialog
      editor={editor}
      title={sponsor ? strings.editSponsor : strings.becomeOurSponsor}
      submitLabel={sponsor ? strings.update : strings.submit}
      busyLabel={sponsor ? strings.updating : strings.submitting}
      onClose={onClose}
    >
      <EditorText
        editor={editor}
        field="name"
        label={strings.name}
        hint="Whom to speak to there. It is never shown."
        maxLength={maxLength.name}
        autoComplete="off"
        required
        data-autofocus=""
      />
      <EditorText
        editor={editor}
        field="email"
        label={strings.email}
        type="email"
        hint="It is never shown."
        maxLength={maxLength.email}
        autoComplete="off"
        required
      />
      <EditorText
        editor={editor}
        field="phone_number"
        label={strings.phoneNumber}
        type="tel"
        hint="Shown to everyone. Digits only, with the country’s code."
        placeholder="+15015550123"
        maxLength={maxLength.phone}
        autoComplete="off"
        required
      />
      <EditorText
        editor={editor}
        field="company_name"
        label={strings.companyName}
        hint="Shown to everyone beside the logo."
        maxLength={maxLength.name}
        autoComplete="off"
        required
      />
      <EditorText
        editor={editor}
        field="url"
        label={strings.websiteUrl}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        hint="Optional. The logo leads there."
        maxLength={maxLength.url}
        autoComplete="off"
      />
      <EditorPicture
        editor={editor}
        field="advertise_file"
        label={strings.companyLogo}
        hint="JPEG, PNG, GIF or WebP up to 10 MB, or SVG up to 512 KB."
        noun="logo"
        accept="image/*"
        stored={
          sponsor && (
            <StoredPicture>
              <SponsorLogo sponsor={sponsor} />
            </StoredPicture>
          )
        }
      />
      <EditorTextArea
        editor={editor}
        field="message"
        label={strings.message}
        hint="What was agreed on, or what they wrote. It is never shown."
        maxLength={maxLength.message}
        required
      />
    </EditorDialog>
  );
}
