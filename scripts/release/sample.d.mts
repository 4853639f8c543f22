export const samplePassword: string;
