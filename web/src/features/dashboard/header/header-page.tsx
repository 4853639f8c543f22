import { canonicalLine } from '@site/domain/canonical-text';
import type { EditedHeader } from '@site/proto/content/v1/site.responses';
import { headerInput } from '@site/proto/content/v1/site.schema';
import { maxLength } from '@site/proto/fields';
import { ListScreen, type CardProps, type Listed } from '@/dashboard-kit/list/list-screen.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';

const header: Listed<EditedHeader> = {
  kind: 'header',
  nameOf: (item) => item.header,
  title: dashboardStrings.header,
  note: 'The line across the top of every public page.',
  single: true,
  loadFailed: 'Failed to fetch header. Please try again later.',
  empty: 'No header found. Start creating a header now!',
  Card: HeaderCard,
  grid: 'max-w-3xl',
  placeholders: 1,
  input: headerInput,
  fields: {
    header: {
      type: 'lines',
      label: dashboardStrings.header,
      hint: (typed) =>
        `One line that every visitor sees first. ${canonicalLine(typed).length} of ${maxLength.header} characters.`,
      rows: 3,
    },
  },
  create: {
    title: 'Add New Header',
    submit: 'Add Header',
    failed: 'Failed to create header.',
  },
  edit: { title: 'Edit Header', failed: 'Failed to update header.' },
  remove: {
    title: 'Delete Header?',
    question: 'Are you sure you want to delete this header?',
    note: () => 'The bar disappears from the public pages. The text can be restored for 30 days.',
    failed: 'Failed to delete header. Please try again.',
    done: () => 'Deleted the header.',
  },
};

export function Page() {
  return <ListScreen of={header} />;
}

function HeaderCard({ item, nameId }: CardProps<EditedHeader>) {
  return (
    <p id={nameId} className="bg-bar px-6 py-5 text-lg font-medium wrap-anywhere text-on-bar">
      {item.header}
    </p>
  );
}
