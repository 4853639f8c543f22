import { AdvertiseButton } from '../../../domain/advertise/advertise-button.js';

/** For companies: the way to stand among the sponsors. */
export function AdvertiseSection() {
  return (
    <section aria-labelledby="advertise-heading" className="container-page">
      <div className="card flex flex-col items-start gap-6 p-6 md:flex-row md:items-center md:justify-between md:p-10">
        <div className="max-w-2xl">
          <h2 id="advertise-heading" className="text-xl md:text-2xl">
            Help to keep this service free
          </h2>
          <p className="mt-2 text-ink-soft">
            The companies that support us are shown on the home page and on the sponsors’ page, with their logo, website
            and phone number.
          </p>
        </div>
        <AdvertiseButton />
      </div>
    </section>
  );
}
