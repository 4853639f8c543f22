/**
 * The systems of units that readings are written in. In "standard" each has the specification's own unit first, and the US one
 * in brackets where Arkansans do not use that: "13 °C (55 °F)". The others have one unit each.
 */
export const unitSystems = ['standard', 'us', 'metric'] as const;
export type UnitSystem = (typeof unitSystems)[number];
