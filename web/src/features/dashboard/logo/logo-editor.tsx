import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../api/api.js';
import { EditorDialog } from '../../../dashboard-kit/editor/editor-dialog.js';
import { EditorPicture, StoredPicture, type PictureChoice } from '../../../dashboard-kit/editor/editor-fields.js';
import { useEditor, type Stored } from '../../../dashboard-kit/editor/editor.js';
import { imageFault } from '../../../dashboard-kit/editor/image-fault.js';
import { sendForm } from '../../../dashboard-kit/editor/save.js';
import { strings } from '../../../strings.js';
import { LogoImage } from './logo-image.js';
import { logoQuery, type SiteLogo } from './logo.js';

type LogoValues = { logo: PictureChoice };

const storedOf = (logo: SiteLogo | null | undefined): Stored<LogoValues> => ({
  values: { logo: logo ? 'stored' : null },
  version: logo?.version,
});

function check({ logo }: LogoValues) {
  const fault = logo === null ? strings.logoRequired : logo instanceof File && imageFault(logo, 'logo');
  return fault ? { logo: fault } : {};
}

interface LogoEditorProps {
  /** Undefined for a new one. */
  logo: SiteLogo | undefined;
  onClose: () => void;
  onSaved: (answer: Answer<SiteLogo>) => void;
}

/** Uploads the logo or replaces it. */
export function LogoEditor({ logo, onClose, onSaved }: LogoEditorProps) {
  const client = useQueryClient();
  const editor = useEditor<LogoValues, SiteLogo>({
    name: `logo.${logo?.id ?? 'new'}`,
    stored: storedOf(logo),
    check,
    save: ({ logo: choice }, call) => {
      const file = choice instanceof File ? choice : undefined;
      return logo
        ? sendForm('/admin/main/logo/edit', { logo_id: logo.id, logo: file }, call)
        : sendForm('/admin/main/logo/create', { logo: file }, call);
    },
    loadLatest: async () => {
      const now = await client.fetchQuery({ ...logoQuery, staleTime: 0 });
      return now?.id === logo?.id ? storedOf(now) : undefined;
    },
    onSaved,
    failure: logo ? strings.updateLogoFailed : strings.createLogoFailed,
  });
  return (
    <EditorDialog
      editor={editor}
      title={logo ? strings.editLogo : strings.addNewLogo}
      submitLabel={logo ? strings.update : strings.addLogo}
      busyLabel={logo ? strings.updating : strings.adding}
      onClose={onClose}
    >
      <EditorPicture
        editor={editor}
        field="logo"
        label={strings.logo}
        hint="JPEG, PNG, GIF or WebP up to 10 MB, or SVG up to 512 KB. It is shown 40 pixels high."
        noun="logo"
        accept="image/*"
        prompt={strings.addLogoImage}
        stored={
          logo && (
            <StoredPicture>
              <LogoImage logo={logo} />
            </StoredPicture>
          )
        }
      />
    </EditorDialog>
  );
}
