import { Dialog } from '@/ui/dialogs/dialog.js';
import { legalTitles, LegalText, type LegalText as Text } from '@/components/content/legal-texts.js';

/** /#privacy and /#terms. */
export function LegalDialog({ text, onClose }: { text: Text; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={legalTitles[text]}>
      <LegalText text={text} />
    </Dialog>
  );
}
