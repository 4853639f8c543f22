import { officialLinks } from '@site/regions/chosen/details';
import { stateName } from '@site/regions/state';
import { VideoOff } from 'lucide-react';
import { ButtonLink, ExternalButtonLink } from '@/ui/button.js';
import { LazySection } from '@/ui/lazy-section.js';
import { NotAvailable } from '@/ui/pages/not-available.js';
import { PageHead } from '@/ui/pages/page-head.js';
import { Ridges } from '@/ui/ridges.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import { useSiteContent } from '@/components/content/site-content.js';
import { SnapshotsSection } from '@/components/content/snapshots-section.js';
import * as strings from '@/strings/public-strings.js';

/** Frames without an address show a cover. */
const frames = [0, 1, 2, 3, 4];
const gridClassName = 'container-page grid gap-4 md:grid-cols-2 md:gap-6';
const getFrameClassName = (index: number) => (index === 0 ? 'md:col-span-2' : '');

export function Page() {
  const { data, errorUpdateCount, isFetching, refetch } = useSiteContent();
  const urls = data?.site.livecam_urls ?? [];
  const areAllOffline = data !== undefined && !urls.some(Boolean);
  return (
    <>
      <PageHead
        title={strings.liveCam}
        lead={
          areAllOffline
            ? 'Our webcams are offline. Road cameras, radar and photos show the sky right now.'
            : `Live views of the sky over ${stateName}.`
        }
      >
        {areAllOffline && (
          <>
            <ExternalButtonLink href={officialLinks.roadCameras.url}>Road cameras</ExternalButtonLink>
            <ButtonLink to="/map" tone="secondary">
              Radar
            </ButtonLink>
          </>
        )}
      </PageHead>
      {data ? (
        <ul aria-label="Webcams" className={gridClassName}>
          {frames.map((index) => (
            <li key={index} className={getFrameClassName(index)}>
              <div className="card aspect-video overflow-hidden">
                <Camera url={urls[index]} number={index + 1} />
              </div>
            </li>
          ))}
        </ul>
      ) : errorUpdateCount > 0 ? (
        <div className="container-page">
          <NotAvailable isTrying={isFetching} onRetry={refetch}>
            We can’t show the webcams right now.
          </NotAvailable>
        </div>
      ) : (
        <Loading label="Loading webcams" className={gridClassName}>
          {frames.map((index) => (
            <Skeleton key={index} className={`aspect-video rounded-lg ${getFrameClassName(index)}`} />
          ))}
        </Loading>
      )}
      {areAllOffline && (
        <>
          <p className="container-page my-12 text-ink-soft">Road cameras: {officialLinks.roadCameras.by}.</p>
          <LazySection missing={null}>
            <SnapshotsSection />
          </LazySection>
        </>
      )}
    </>
  );
}

function Camera({ url, number }: { url: string | undefined; number: number }) {
  if (!url) {
    return (
      <div className="relative isolate flex size-full flex-col items-center justify-center gap-3 bg-linear-to-b from-sky-soft to-surface pb-[8%]">
        <Ridges className="absolute inset-x-0 bottom-0 -z-10 h-2/5 w-full text-line" />
        <VideoOff aria-hidden="true" size={32} className="text-ink-soft" />
        <p className="font-semibold">Camera {number} is offline</p>
      </div>
    );
  }
  return (
    <iframe
      src={url}
      title={`Live camera ${number}`}
      loading="lazy"
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allow="fullscreen"
      className="size-full border-0"
    />
  );
}
