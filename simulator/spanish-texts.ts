/** Spanish blocks of CAP messages, with the weather service's texts of wireless emergency alerts. */
import { state } from '@site/regions/state';
import type { SpanishBlock } from './cap.js';

const endFormat = new Intl.DateTimeFormat('en-US', { timeZone: state.timeZone, hour: 'numeric', minute: '2-digit' });

function endOf(end: Date): string {
  const time = endFormat.format(end).replace(/\s/g, ' ');
  return `${time.startsWith('1:') ? 'la' : 'las'} ${time}`;
}

/** As wireless emergency alerts are sent: without accents. */
export const spanishTornado = (end: Date): SpanishBlock => ({
  event: 'Aviso de tornado',
  parameters: {
    CMAMtext: `SNM: AVISO DE TORNADO en esta area hasta ${endOf(end)}. Busque refugio ahora.`,
    CMAMlongtext:
      `SNM: AVISO DE TORNADO hasta ${endOf(end)}. Busque refugio ahora en un sotano o en el interior de un cuarto en el ` +
      'nivel mas bajo de un edificio seguro. Si esta al aire libre, en una casa movil, o en un vehiculo, debe ir al ' +
      'edificio seguro mas cercano y protegerse de proyectiles.',
  },
});
/** Returns the Spanish block of a flash flood warning that lasts until `end`. */
export const spanishFlood = (end: Date): SpanishBlock => ({
  event: 'Aviso de inundaciones repentinas',
  parameters: {
    CMAMlongtext:
      `SNM: AVISO DE INUNDACIONES REPENTINAS hasta ${endOf(end)}. Evite areas inundadas. Esta es una situacion ` +
      'peligrosa y amenaza la vida. No intente viajar a menos que sea para abandonar un area propensa a inundaciones o ' +
      'bajo una orden de desalojo.',
  },
});
