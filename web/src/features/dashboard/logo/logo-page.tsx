import { photoFormats } from '@site/domain/images/image-limits';
import type { EditedLogo } from '@site/proto/content/v1/site.responses';
import { logoInput } from '@site/proto/content/v1/site.schema';
import { AdminImage } from '@/dashboard-kit/admin-image.js';
import { ListScreen, type CardProps, type Listed } from '@/dashboard-kit/list/list-screen.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';

const logo: Listed<EditedLogo> = {
  kind: 'logo',
  nameOf: () => dashboardStrings.logo,
  title: dashboardStrings.logo,
  note: 'Shown at the top left of every public page. Without a logo, the site’s name is shown instead.',
  single: true,
  loadFailed: 'Failed to fetch logo. Please try again later.',
  empty: 'No logo found. Upload a logo now!',
  Card: LogoCard,
  grid: 'max-w-xl',
  imageShape: 'h-56',
  placeholders: 1,
  input: logoInput,
  fields: {
    logo: {
      type: 'picture',
      label: dashboardStrings.logo,
      hint: `${photoFormats} up to 10 MB, or SVG up to 512 KB. Shown 40 pixels high.`,
      noun: 'logo',
      drawings: true,
      missing: 'Logo image is required',
      prompt: 'Add Logo Image',
      show: (item) => <LogoImage logo={item} />,
    },
  },
  create: {
    title: 'Add New Logo',
    submit: 'Add Logo',
    failed: 'Failed to create logo.',
  },
  edit: { title: 'Edit Logo', failed: 'Failed to update logo.' },
  remove: {
    title: 'Delete Logo?',
    question: 'Are you sure you want to delete this logo?',
    note: () => 'The site’s name takes its place. The logo can be restored for 30 days.',
    failed: 'Failed to delete logo. Please try again.',
    done: () => 'Deleted the logo.',
  },
};

export function Page() {
  return <ListScreen of={logo} />;
}

function LogoCard({ item, nameId }: CardProps<EditedLogo>) {
  return (
    <>
      <h2 id={nameId} className="sr-only">
        The site’s logo
      </h2>
      <div className="m-4 mb-0 h-56 rounded-md bg-surface-raised">
        <LogoImage logo={item} />
      </div>
    </>
  );
}

/** The plate is that of the public pages in both themes. */
function LogoImage({ logo: { logo: src, picture } }: { logo: EditedLogo }) {
  return (
    <span className="flex size-full items-center justify-center p-6">
      <AdminImage
        image={picture}
        src={src}
        alt={`${strings.siteName} logo`}
        cssPixels={320}
        className="h-auto max-h-full w-auto max-w-full rounded-md bg-(--logo-plate) p-(--logo-padding)"
      />
    </span>
  );
}
