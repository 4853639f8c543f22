import { cellAt } from '@site/domain/weather/forecast-cells';
import { defaultPlaces } from '@site/regions/state';
import { until } from '../../../services/platform/testing/until.js';
import { aForecast } from '../testing/fake-messages.js';
import { setupGateway } from '../testing/given-gateway.js';

/** Runs for the chosen state: `STATE=OK npm test -- another-state`. */

const provided = setupGateway();

it('keeps the forecast of the state’s default place ready for the home page', async () => {
  const requested: unknown[] = [];
  provided.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = ({ lat, lon, days }) => {
    requested.push({ lat, lon, days });
    return aForecast();
  };
  await until('a refresh', () => requested.length > 0);
  expect(requested[0]).toEqual({ ...cellAt(defaultPlaces.home), days: 1 });
});
