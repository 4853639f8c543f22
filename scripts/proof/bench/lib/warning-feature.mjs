/** Builds a warning in the provider's list format; its VTEC code becomes the event's name. */
export function warning(number, sent) {
  const ends = new Date(sent.getTime() + 3_600_000);
  const stamp = (date) =>
    date
      .toISOString()
      .replace(/^\d\d|[-:]|\.\d+/g, '')
      .replace(/(\d{6}T\d{4})\d\d/, '$1');
  return {
    type: 'Feature',
    geometry: null,
    properties: {
      id: `urn:oid:bench.${number}`,
      event: 'Severe Thunderstorm Warning',
      areaDesc: 'Pulaski, AR',
      geocode: { SAME: ['005119'], UGC: ['ARC119'] },
      references: [],
      sent,
      effective: sent,
      onset: sent,
      expires: ends,
      ends,
      status: 'Actual',
      messageType: 'Alert',
      severity: 'Severe',
      urgency: 'Immediate',
      certainty: 'Observed',
      headline: `Warning ${number}`,
      description: 'A storm.',
      senderName: 'NWS Little Rock AR',
      parameters: { VTEC: [`/O.NEW.KLZK.SV.W.${String(number).padStart(4, '0')}.${stamp(sent)}-${stamp(ends)}/`] },
    },
  };
}
