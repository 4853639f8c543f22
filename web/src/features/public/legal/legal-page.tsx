import { searchCredits } from '@site/regions/chosen/details';
import { useLocation } from 'react-router-dom';
import { legalTitles, LegalText } from '@/components/content/legal-texts.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { PageHead } from '@/ui/pages/page-head.js';

export function Page() {
  const { pathname } = useLocation();
  const text = pathname.startsWith('/terms') ? 'terms' : 'privacy';
  return (
    <>
      <PageHead key={text} title={legalTitles[text]} />
      <div className="container-page">
        <div className="max-w-3xl">
          <LegalText text={text} />
          {text === 'terms' &&
            searchCredits.map(({ what, name, url, licence, licenceUrl }) => (
              <p key={what} className="mt-6 text-ink-soft">
                {what}: <OutsideLink href={url}>{name}</OutsideLink>,{' '}
                <OutsideLink href={licenceUrl}>{licence}</OutsideLink>.
              </p>
            ))}
        </div>
      </div>
    </>
  );
}
