import type { EditedLogo } from '@site/proto/content/v1/site.answers';
import { logoInput } from '@site/proto/content/v1/site.schema';
import { AdminPicture } from '../../../dashboard-kit/admin-picture.js';
import { ListScreen, type CardProps, type Listed } from '../../../dashboard-kit/list/list-screen.js';
import * as dashboardStrings from '../../../dashboard-strings.js';
import * as strings from '../../../strings.js';

const logo: Listed<EditedLogo> = {
  kind: 'logo',
  nameOf: () => dashboardStrings.logo,
  title: dashboardStrings.logo,
  note: 'Shown at the top left of every public page. Without a logo, the site’s name is shown instead.',
  single: true,
  loadFailed: dashboardStrings.fetchLogoFailed,
  empty: dashboardStrings.noLogo,
  Card: LogoCard,
  grid: 'max-w-xl',
  pictureShape: 'h-56',
  placeholders: 1,
  input: logoInput,
  fields: {
    logo: {
      type: 'picture',
      label: dashboardStrings.logo,
      hint: 'JPEG, PNG, GIF or WebP up to 10 MB, or SVG up to 512 KB. Shown 40 pixels high.',
      noun: 'logo',
      drawings: true,
      missing: dashboardStrings.logoRequired,
      prompt: dashboardStrings.addLogoImage,
      show: (thing) => <LogoImage logo={thing} />,
    },
  },
  create: {
    title: dashboardStrings.addNewLogo,
    submit: dashboardStrings.addLogo,
    failed: dashboardStrings.createLogoFailed,
  },
  edit: { title: dashboardStrings.editLogo, failed: dashboardStrings.updateLogoFailed },
  remove: {
    title: dashboardStrings.deleteLogoTitle,
    question: dashboardStrings.deleteLogoQuestion,
    note: () => 'The site’s name takes its place. The logo can be restored for 30 days.',
    failed: dashboardStrings.deleteLogoFailed,
    done: () => 'Deleted the logo.',
  },
};

export function Page() {
  return <ListScreen of={logo} />;
}

function LogoCard({ thing, nameId }: CardProps<EditedLogo>) {
  return (
    <>
      <h2 id={nameId} className="sr-only">
        The site’s logo
      </h2>
      <div className="m-4 mb-0 h-56 rounded-md bg-surface-raised">
        <LogoImage logo={thing} />
      </div>
    </>
  );
}

/** The plate is that of the public pages in both themes. */
function LogoImage({ logo: { logo: src, picture } }: { logo: EditedLogo }) {
  return (
    <span className="flex size-full items-center justify-center p-6">
      <AdminPicture
        picture={picture}
        src={src}
        alt={`${strings.siteName} logo`}
        cssPixels={320}
        className="h-auto max-h-full w-auto max-w-full rounded-md bg-(--logo-plate) p-(--logo-padding)"
      />
    </span>
  );
}
