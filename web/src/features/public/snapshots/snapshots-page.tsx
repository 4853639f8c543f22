import { ButtonLink } from '../../../ui/button.js';
import { PageHead } from '../../../ui/pages/page-head.js';
import * as strings from '../../../strings.js';
import { Criteria } from './criteria.js';
import { Gallery } from './gallery.js';
import { SnapshotDetail } from './snapshot-detail.js';
import { SnapshotForm } from './snapshot-form.js';

/** The state's photos: look at them, and send one. */
export function Page() {
  return (
    <>
      <PageHead
        title={strings.arkansasSnapshots}
        lead="Storms, sunsets and snow, photographed by the people of Arkansas. Every photo is looked at before it is shown."
      >
        <ButtonLink to="#send">Send your photo</ButtonLink>
      </PageHead>
      <div className="container-page">
        <Gallery />
        <section
          id="send"
          aria-labelledby="send-heading"
          className="mt-16 grid gap-8 md:mt-24 lg:grid-cols-[1fr_1.25fr] lg:gap-12"
        >
          <div>
            <h2 id="send-heading" className="text-2xl">
              Send your photo
            </h2>
            <p className="mt-3 text-ink-soft">
              Please stay safe: no photo is worth standing in the way of a storm or stopping on a flooded road.
            </p>
            <Criteria />
          </div>
          <SnapshotForm />
        </section>
        <SnapshotDetail />
      </div>
    </>
  );
}
