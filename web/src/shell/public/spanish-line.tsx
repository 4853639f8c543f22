import { useLocation } from 'react-router-dom';
import { useTakenOver } from '../../ui/taken-over.js';

/** Suggests the Spanish text-only pages to browsers that prefer Spanish. The server never redirects by language. */
export function SpanishLine() {
  const { pathname } = useLocation();
  if (!useTakenOver() || !/^es\b/i.test(navigator.languages[0] ?? '')) return null;
  return (
    <nav aria-label="Idioma" lang="es" className="border-b border-line bg-surface print:hidden">
      <p className="container-page py-2">
        <a className="text-link" href={spanishPathOf(pathname)} hrefLang="es">
          Alertas y tiempo en español
        </a>
      </p>
    </nav>
  );
}

/** Returns the Spanish page about the same county or warning, else the one about all counties. */
export function spanishPathOf(pathname: string): string {
  const [, kind, name] = /^\/(county|warning)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (!name) return '/es/now';
  return kind === 'county' ? `/es/now/${name.toLowerCase()}` : `/es/now/alert/${name}`;
}
