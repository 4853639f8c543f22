import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { dangerOf } from '@site/domain/weather/danger';
import { alertData, type AlertData } from '../answers/alert-data.js';
import { anAlert } from './fake-services.js';

/** Builds an alert as pages read it. Its danger is derived as in the weather proxy; its end is set by `ends`. */
export function anAlertData(changes: Partial<AlertData> = {}): AlertData {
  const made = { ...alertData(anAlert() as unknown as Alert), ...changes };
  const signs = {
    event: made.event,
    severity: made.severity,
    nwsHeadline: made.nws_headline,
    desc: made.desc,
    tornadoDetection: made.tornado_detection,
    tornadoDamageThreat: made.tornado_damage_threat,
    thunderstormDamageThreat: made.thunderstorm_damage_threat,
    flashFloodDamageThreat: made.flash_flood_damage_threat,
  };
  return { ...made, expires: made.ends, ...dangerOf(signs), ...changes };
}
