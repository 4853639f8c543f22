export const schemas: string[];

export interface Installation {
  databaseUrl: string;
  store: { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string };
}
