/**
 * "standard" shows the specification's unit first, and adds the US one in brackets if Arkansans don't use the first:
 * "13 °C (55 °F)". The others have one unit each.
 */
export const unitSystems = ['standard', 'us', 'metric'] as const;
export type UnitSystem = (typeof unitSystems)[number];
