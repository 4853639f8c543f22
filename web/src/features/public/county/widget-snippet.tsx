/** HTML to copy for embedding a county's widget in another site. */
import type { County } from '@site/regions/counties';
import { siteOrigin } from '@/api/page-document.js';
import { CopyButton } from '@/ui/copy-button.js';
import { inputClassName } from '@/ui/forms/input-classes.js';

/** The HTML that shows a county's widget (gateway/src/pages/now/county-widget-html.ts) on another site. */
const snippetOf = ({ slug, name }: County, origin: string): string =>
  `<iframe src="${origin}/embed/county/${slug}" title="Weather in ${name}" width="100%" height="540" loading="lazy" style="border:0"></iframe>`;

export function WidgetSnippet({ county }: { county: County }) {
  const snippet = snippetOf(county, siteOrigin());
  const id = 'widget-snippet';
  return (
    <details className="print:hidden">
      <summary className="min-h-11 cursor-pointer py-2 text-lg font-semibold">Show this weather on your site</summary>
      <p className="mt-2 max-w-2xl text-ink-soft">
        For schools, cities and churches: warnings, current conditions and today’s forecast for {county.name}. The
        widget needs no JavaScript and updates itself every minute. Paste this code into your page.
      </p>
      <label htmlFor={id} className="mt-4 block font-semibold">
        Code for your page
      </label>
      <textarea
        id={id}
        readOnly
        rows={4}
        value={snippet}
        className={`${inputClassName} mt-1 max-w-2xl py-2.5 font-mono text-sm`}
      />
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <CopyButton text={snippet} label="Copy code" />
        <a
          href={`/embed/county/${county.slug}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-9 items-center text-link"
        >
          See the widget<span className="sr-only"> (opens in a new tab)</span>
        </a>
      </div>
    </details>
  );
}
