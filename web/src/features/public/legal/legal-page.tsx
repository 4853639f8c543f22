import { useLocation } from 'react-router-dom';
import { legalTitles, LegalText } from '../../../domain/content/legal-texts.js';
import { PageHead } from '../../../ui/pages/page-head.js';

export function Page() {
  const { pathname } = useLocation();
  const text = pathname.startsWith('/terms') ? 'terms' : 'privacy';
  return (
    <>
      <PageHead key={text} title={legalTitles[text]} />
      <div className="container-page">
        <div className="max-w-3xl">
          <LegalText text={text} />
        </div>
      </div>
    </>
  );
}
