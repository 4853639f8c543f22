import { databaseVariables, parseConfig, serverVariables, yesNo } from '@site/platform/config';
import { z } from 'zod';

/** Everything the weather proxy is told from outside. Nothing else in it reads the environment. */

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const seconds = (fallback: number) => z.coerce.number().int().min(1).max(3_600).default(fallback);

/** The weather proxy's variables; each is explained in .env.example too. */
export const weatherVariables = z
  .object({
    ...serverVariables,
    ...databaseVariables,
    /** The site's address as visitors know it; only named to providers, so that they can reach us. */
    PUBLIC_URL: httpUrl.default('http://localhost:8080'),
    /** The National Weather Service: keyless forecasts, and the first source of alerts. */
    NWS_BASE_URL: httpUrl.default('https://api.weather.gov'),
    /** How we name ourselves to the National Weather Service, which refuses the nameless. Made from PUBLIC_URL when absent. */
    NWS_USER_AGENT: z
      .string()
      .regex(/^[\x20-\x7e]{3,200}$/, 'must be 3 to 200 printable ASCII characters')
      .optional(),
    /** Whether the recorded sample may be shown when nothing else is known. On in development only. */
    SAMPLE_WEATHER: yesNo.optional(),
    /** How long a forecast is used before the provider is asked again. */
    FORECAST_TTL_SECONDS: seconds(300),
    /** How long an observation, and the answer made with it, is used before the provider is asked again. */
    OBSERVATION_TTL_SECONDS: seconds(120),
    /** How often the alerts of the state are fetched. */
    ALERTS_POLL_SECONDS: seconds(30),
  })
  .superRefine((variables, context) => {
    if (variables.NODE_ENV === 'production' && variables.SAMPLE_WEATHER) {
      context.addIssue({ code: 'custom', path: ['SAMPLE_WEATHER'], message: 'is refused in production' });
    }
  });

type Variables = Readonly<z.infer<typeof weatherVariables>>;
export type Config = Omit<Variables, 'NWS_USER_AGENT' | 'SAMPLE_WEATHER'> & {
  readonly NWS_USER_AGENT: string;
  readonly SAMPLE_WEATHER: boolean;
};

/** Provides the configuration for injection. */
export const CONFIG = Symbol('config');

/** Fills in what depends on other variables. */
export const completeConfig = (variables: Variables): Config => ({
  ...variables,
  NWS_USER_AGENT: variables.NWS_USER_AGENT ?? `ArkansasWeather/1.0 (${variables.PUBLIC_URL})`,
  SAMPLE_WEATHER: variables.SAMPLE_WEATHER ?? variables.NODE_ENV === 'development',
});

/** The configuration from any environment. */
export const configFrom = (environment: NodeJS.ProcessEnv): Config =>
  completeConfig(parseConfig(weatherVariables, environment));
