import { officialName, officialPage } from '@site/regions/state';
import { LazySection } from '@/ui/lazy-section.js';
import { FooterContent } from './footer-content.js';

/** The footer of public pages. */
export function Footer() {
  return (
    <footer className="mt-12 border-t border-line bg-surface md:mt-24">
      <LazySection missing={<ShortFooter />}>
        <FooterContent />
      </LazySection>
    </footer>
  );
}

/** Required content if the rest fails. */
function ShortFooter() {
  return (
    <p className="container-page py-6">
      This is not an official warning service. Official warnings:{' '}
      <a className="text-link" href={officialPage}>
        {officialName}
      </a>
      . Without pictures:{' '}
      <a className="text-link" href="/now">
        text-only page for your county
      </a>
      .
    </p>
  );
}
