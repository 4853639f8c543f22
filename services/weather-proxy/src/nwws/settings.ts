/** Settings of the NWWS-OI connection (XMPP). The weather service issues credentials on request. */
import { z } from 'zod';

/** Each is also documented in .env.example. */
export const nwwsVariables = {
  NWWS_USER: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/, 'must be printable characters without spaces')
    .optional(),
  NWWS_PASSWORD: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/, 'must be printable characters')
    .optional(),
  /** With its port if that is not 5222. The room is nwws@conference.{host}. */
  NWWS_HOST: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]*(:\d{1,5})?$/, 'must be a host, or host:port')
    .default('nwws-oi.weather.gov'),
};

type NwwsVariables = Readonly<z.infer<z.ZodObject<typeof nwwsVariables>>>;

export interface NwwsSettings {
  host: string;
  port: number;
  user: string;
  password: string;
  /** "nwws@conference.nwws-oi.weather.gov". */
  room: string;
}

/** Null when the feed is off. */
export const NWWS_SETTINGS = Symbol('NWWS-OI settings');

const defaultPort = 5222;

/** Undefined without credentials. */
export function nwwsSettings(config: NwwsVariables): NwwsSettings | undefined {
  const { NWWS_USER: user, NWWS_PASSWORD: password, NWWS_HOST: address } = config;
  if (!user || !password) return undefined;
  const [host = '', port] = address.toLowerCase().split(':');
  return { host, port: port ? Number(port) : defaultPort, user, password, room: `nwws@conference.${host}` };
}

/**
 * Only a simulator on this machine needs no encryption: elsewhere a man in the middle could read the password and
 * inject warnings.
 */
export const mayBePlain = (host: string): boolean => host === 'localhost' || /^127(\.\d{1,3}){3}$/.test(host);
