export const state: { name: string; fips: string; timeZone: string; postalCode: string };
export const stateName: string;
export const siteName: string;
export const shortSiteName: string;
export const officialName: string;
export const officialPage: string;
