import { counties, type County } from '@site/regions/counties';
import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { classNames } from '@/ui/class-names.js';
import { inputClassName } from '@/ui/forms/input-classes.js';

export function CountyPicker({ currentCounty }: { currentCounty: County | undefined }) {
  const id = useId();
  const navigate = useNavigate();
  return (
    <div className="needs-script flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      <label htmlFor={id} className="font-medium">
        {currentCounty ? 'Another county' : 'Your county'}
      </label>
      <select
        id={id}
        value={currentCounty?.slug ?? ''}
        onChange={({ target }) => target.value && void navigate(`/county/${target.value}`)}
        className={classNames(inputClassName, 'h-11 w-60 max-w-full')}
      >
        {!currentCounty && <option value="">Choose a county…</option>}
        {counties.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
