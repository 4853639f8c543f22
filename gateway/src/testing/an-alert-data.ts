import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { dangerOf } from '@site/domain/weather/danger';
import { toAlertJson, type AlertData } from '../responses/alert-json.js';
import { anAlert } from './fake-messages.js';

/** Builds an alert as pages read it. Its danger is derived as in the weather proxy; its end is set by `ends`. */
export function anAlertData(changes: Partial<AlertData> = {}): AlertData {
  const data = { ...toAlertJson(anAlert() as unknown as Alert), ...changes };
  const signs = {
    event: data.event,
    severity: data.severity,
    nwsHeadline: data.nws_headline,
    desc: data.desc,
    tornadoDetection: data.tornado_detection,
    tornadoDamageThreat: data.tornado_damage_threat,
    thunderstormDamageThreat: data.thunderstorm_damage_threat,
    flashFloodDamageThreat: data.flash_flood_damage_threat,
  };
  return { ...data, expires: data.ends, ...dangerOf(signs), ...changes };
}
