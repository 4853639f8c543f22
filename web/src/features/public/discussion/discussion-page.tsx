/** Page of a forecast office's texts, such as its forecast discussion. */
import { counties } from '@site/regions/counties';
import type { TextProductKind } from '@site/domain/weather/text-products';
import { officeOf, offices, type Office } from '@site/regions/offices';
import type { TextProduct } from '@site/proto/weather/v1/text-products.responses';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '@/api/api.js';
import { StormPart } from '@/components/storm/storm-section.js';
import { textProductQuery } from '@/components/storm/storm-queries.js';
import { formatAge, fullDateTime } from '@/components/time/times.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { PublicNotFoundPage } from '@/components/places/public-not-found-page.js';
import { PageHead } from '@/ui/pages/page-head.js';
import { Section } from '@/ui/page-section.js';

const products: readonly { kind: TextProductKind; title: string; about: string }[] = [
  {
    kind: 'hazards',
    title: 'Hazardous weather outlook',
    about: 'Possible hazards in the next seven days, in plain words.',
  },
  {
    kind: 'discussion',
    title: 'Forecast discussion',
    about: 'How the forecasters see the weather, and how confident they are. Written for professionals.',
  },
];

export function Page() {
  const { office: id } = useParams();
  const office = offices.find((each) => each.id === id?.toUpperCase());
  return office ? <DiscussionPage key={office.id} office={office} /> : <PublicNotFoundPage />;
}

function DiscussionPage({ office }: { office: Office }) {
  return (
    <>
      <PageHead
        title={`Forecasters in ${office.town}`}
        lead={`Text forecasts from the National Weather Service for ${office.area}.`}
      />
      <div className="container-page grid grid-cols-1 gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-14">
          <nav aria-label="On this page" className="flex flex-wrap gap-x-6">
            {products.map(({ kind, title }) => (
              <Link key={kind} to={`#${kind}`} className="inline-flex min-h-11 items-center text-link">
                {title}
              </Link>
            ))}
          </nav>
          {products.map((product) => (
            <Product key={product.kind} office={office} {...product} />
          ))}
        </div>
        <Aside office={office} />
      </div>
    </>
  );
}

interface ProductProps {
  office: Office;
  kind: TextProductKind;
  title: string;
  about: string;
}

function Product({ office, kind, title, about }: ProductProps) {
  const state = useQuery(textProductQuery(office.id, kind));
  const hasNone = state.error instanceof ApiError && state.error.status === 404;
  return (
    <Section id={kind} title={title} className="max-w-2xl wrap-anywhere">
      <p className="mt-2 text-ink-soft">{about}</p>
      <div className="mt-5">
        {hasNone && !state.data ? (
          <p className="card p-5">The office in {office.town} has none right now.</p>
        ) : (
          <StormPart
            state={state}
            failure={`We can’t show the text from the ${office.town} office right now.`}
            waitingLabel={`Loading: ${title}`}
            skeletonClassName="h-96 rounded-lg"
          >
            {(data, now) => <ProductText product={data} hasFailed={state.isError} now={now} />}
          </StormPart>
        )}
      </div>
    </Section>
  );
}

/** Offices issue both products several times a day. */
const oldAfterMs = 24 * 3_600_000;

function ProductText({ product, hasFailed, now }: { product: TextProduct; hasFailed: boolean; now: number }) {
  const headingId = useId();
  const issued = Date.parse(product.issued_at);
  const isOld = Number.isNaN(issued) || now - issued > oldAfterMs;
  const isStale = product.stale || hasFailed;
  return (
    <article aria-labelledby={headingId}>
      <h3 id={headingId} className="text-lg">
        {product.title}
      </h3>
      <p className="figures text-ink-soft">
        {Number.isNaN(issued) ? (
          'Issued at an unknown time'
        ) : (
          <time dateTime={product.issued_at}>
            Issued {fullDateTime(issued)}, {formatAge(issued, now)}
          </time>
        )}
      </p>
      {(isStale || isOld) && (
        <p role="status" className="mt-1 font-medium text-clay-ink">
          {isStale
            ? `Last checked ${formatAge(Date.parse(product.fetched_at), now)}; there may be a newer one.`
            : 'This is more than a day old.'}
        </p>
      )}
      {product.sections.map(({ heading, paragraphs }, index) => (
        <section key={index} className="mt-6">
          {heading && <h4 className="font-bold">{heading}</h4>}
          {paragraphs.map((paragraph, place) => (
            <p key={place} className="mt-3 whitespace-pre-wrap">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  );
}

function Aside({ office }: { office: Office }) {
  const served = counties.filter(({ fips }) => officeOf(fips).id === office.id);
  return (
    <aside className="flex flex-col gap-8">
      <section className="card p-6">
        <h2 className="text-lg">The source</h2>
        <p className="mt-2">
          <OutsideLink href={office.url}>National Weather Service, {office.town}</OutsideLink>
        </p>
        <p className="mt-2 text-ink-soft">
          These texts come unchanged from the office. If a warning is in effect, follow the warning.
        </p>
      </section>
      <section>
        <h2 className="text-lg">Counties in its area</h2>
        <ul className="mt-2 columns-2 gap-6">
          {served.map(({ slug, name }) => (
            <li key={slug} className="break-inside-avoid">
              <Link to={`/county/${slug}`} className="inline-block py-1.5 text-link">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <nav aria-label="Other offices">
        <h2 className="text-lg">Other offices</h2>
        <ul className="mt-2">
          {offices
            .filter(({ id }) => id !== office.id)
            .map(({ id, town, area }) => (
              <li key={id}>
                <Link to={`/discussion/${id}`} className="inline-block py-1.5 text-link">
                  {town}: {area}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </aside>
  );
}
