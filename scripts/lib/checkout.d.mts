export const root: string;
export const services: string[];
