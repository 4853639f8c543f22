/**
 * For a state without recordings: Arkansas's responses as if from its own office, without the alerts, whose areas are
 * elsewhere. Only the simulator serves them; the product never shows one state's weather as another's.
 */
import { stateFolder } from '@site/regions/choice';
import { counties } from '@site/regions/counties';
import { officeTown, state } from '@site/regions/state';
import { Recordings, type Recording } from '@site/weather-proxy/nws/recording';

function renamed(text: string, { office, postalCode }: Recordings['place']): string {
  const middle = counties.toSorted((left, right) => fromMiddle(left) - fromMiddle(right))[0];
  return text
    .replaceAll(/\b(North )?Little Rock\b/g, officeTown)
    .replaceAll('Arkansas', state.name)
    .replaceAll(`"${postalCode}"`, `"${state.postalCode}"`)
    .replaceAll(`${postalCode}C119`, `${state.postalCode}C${middle?.fips.slice(2)}`)
    .replaceAll(office, state.forecastOffice);
}

const fromMiddle = ({ lat, lon }: { lat: number; lon: number }) =>
  Math.hypot(lat - state.middle.lat, lon - state.middle.lon);

class BorrowedRecordings extends Recordings {
  override replay(name: Recording, now: Date): unknown {
    const document = JSON.parse(renamed(JSON.stringify(super.replay(name, now)), this.place)) as object;
    return name === 'alerts' ? { ...document, features: [] } : document;
  }
}

export const borrowedRecordings = (): Recordings => new BorrowedRecordings(Recordings.readerOf(stateFolder('AR')));
