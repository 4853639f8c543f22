import { useLocation } from 'react-router-dom';
import { legalTitles, LegalText } from '../../components/legal-texts.js';
import { PageTitle } from '../../components/page-title.js';

/** /privacy and /terms. */
export function Page() {
  const { pathname } = useLocation();
  const text = pathname.startsWith('/terms') ? 'terms' : 'privacy';
  return (
    <div className="container-page max-w-3xl pt-8 md:pt-12">
      <PageTitle key={text} title={legalTitles[text]} />
      <div className="mt-8">
        <LegalText text={text} />
      </div>
    </div>
  );
}
