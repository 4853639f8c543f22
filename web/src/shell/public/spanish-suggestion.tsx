import { spanishPathOf } from '@site/domain/public-pages';
import { useLocation } from 'react-router-dom';
import { useTakenOver } from '@/ui/hydration.js';

/**
 * Suggests the same page in Spanish, else the start page, to browsers that prefer Spanish. The server never redirects by
 * language.
 */
export function SpanishLine() {
  const { pathname } = useLocation();
  if (!useTakenOver() || !/^es\b/i.test(navigator.languages[0] ?? '')) return null;
  return (
    <nav aria-label="Idioma" lang="es" className="border-b border-line bg-surface print:hidden">
      <p className="container-page py-2">
        <a className="text-link" href={spanishPathOf(pathname) ?? '/es'} hrefLang="es">
          Alertas y tiempo en español
        </a>
      </p>
    </nav>
  );
}
