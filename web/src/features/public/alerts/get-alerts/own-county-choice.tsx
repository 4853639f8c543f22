import { counties } from '@site/regions/counties';
import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { CountyPicker, withCounty, type CountyChange } from '@/components/places/county-choice.js';
import { countyHere } from '@/components/push/located-county.js';
import { storeRecord } from '@/components/push/device-store.js';
import { UserFacingError } from '@/components/session/user-facing-error.js';
import * as strings from '@/strings/public-strings.js';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';

interface AlertCountyPickerProps {
  /** FIPS codes. */
  selected: readonly string[];
  error?: string | undefined;
  onChange: (change: CountyChange) => void;
}

/** Chooses from a list, or by location, which is resolved on the device. */
export function AlertCountyPicker({ selected, error, onChange }: AlertCountyPickerProps) {
  const [looking, setLooking] = useState(false);
  const [statusText, setStatusText] = useState('');

  async function addCurrentCounty() {
    setStatusText('');
    setLooking(true);
    try {
      const { place, fips } = await countyHere();
      await storeRecord('mine', place);
      onChange(withCounty(fips));
      const name = counties.find((county) => county.fips === fips)?.name ?? 'your county';
      setStatusText(`You’re in ${name}. Your location stays on this device; we only get the county.`);
    } catch (failure) {
      setStatusText(failure instanceof UserFacingError ? failure.message : strings.somethingWentWrong);
    } finally {
      setLooking(false);
    }
  }

  return (
    <CountyPicker
      selected={selected}
      error={error}
      onChange={onChange}
      shortcut={
        <Button tone="secondary" onClick={() => void addCurrentCounty()} busyLabel={looking && 'Finding you…'}>
          <LocateFixed aria-hidden="true" size={18} />
          Use my location
        </Button>
      }
    >
      <p role="status" className={classNames('text-sm text-ink-soft', statusText && 'mt-2')}>
        {statusText}
      </p>
    </CountyPicker>
  );
}
