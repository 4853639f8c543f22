import { counties } from '@site/regions/counties';
import { stateName } from '@site/regions/state';
import { Link } from 'react-router-dom';
import { PageHead } from '@/ui/pages/page-head.js';
import { CountyPicker } from './county-picker.js';

export function Page() {
  return (
    <>
      <PageHead
        title={`Counties of ${stateName}`}
        lead="Warnings, weather, storm outlook, storm reports and rivers, county by county."
      >
        <CountyPicker currentCounty={undefined} />
      </PageHead>
      <div className="container-page">
        <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-3 lg:grid-cols-5">
          {counties.map(({ slug, name }) => (
            <li key={slug}>
              <Link to={`/county/${slug}`} className="inline-flex min-h-11 items-center text-link">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
