import { counties } from '@site/state/counties';
import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { CountyChoice, withCounty, type CountyChange } from '../../../../domain/places/county-choice.js';
import { countyHere } from '../../../../domain/push/county-here.js';
import { keepRecord } from '../../../../domain/push/device-store.js';
import { ShownError } from '../../../../domain/session/shown-error.js';
import * as strings from '../../../../strings.js';
import { Button } from '../../../../ui/button.js';
import { classNames } from '../../../../ui/class-names.js';

interface OwnCountyChoiceProps {
  /** FIPS codes. */
  chosen: readonly string[];
  error?: string | undefined;
  onChange: (change: CountyChange) => void;
}

/** Chooses from a list, or by location, which is resolved on the device. */
export function OwnCountyChoice({ chosen, error, onChange }: OwnCountyChoiceProps) {
  const [looking, setLooking] = useState(false);
  const [said, setSaid] = useState('');

  async function addMine() {
    setSaid('');
    setLooking(true);
    try {
      const { place, fips } = await countyHere();
      await keepRecord('mine', place);
      onChange(withCounty(fips));
      const name = counties.find((county) => county.fips === fips)?.name ?? 'your county';
      setSaid(`You’re in ${name}. Your location stays on this device; we only get the county.`);
    } catch (failure) {
      setSaid(failure instanceof ShownError ? failure.message : strings.somethingWentWrong);
    } finally {
      setLooking(false);
    }
  }

  return (
    <CountyChoice
      chosen={chosen}
      error={error}
      onChange={onChange}
      shortcut={
        <Button tone="secondary" onClick={() => void addMine()} busyLabel={looking && 'Finding you…'}>
          <LocateFixed aria-hidden="true" size={18} />
          Use my location
        </Button>
      }
    >
      <p role="status" className={classNames('text-sm text-ink-soft', said && 'mt-2')}>
        {said}
      </p>
    </CountyChoice>
  );
}
