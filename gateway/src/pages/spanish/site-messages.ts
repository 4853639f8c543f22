import { officeTown, siteName, stateName } from '@site/regions/state';

/**
 * Sentences of the pages that the gateway writes in Spanish only, because the English ones are React pages. Those that
 * both languages need are in ../now/messages-es.ts. Values are HTML.
 */
export const siteMessages = {
  // Home
  home: `El tiempo en ${stateName}`,
  homeDescription: `Alertas vigentes, condiciones actuales y pronóstico para ${stateName}, en español y sin JavaScript.`,
  alertsNow: 'Alertas vigentes',
  allAlertsInSpanish: 'Todas las alertas vigentes',
  alertsByCounty: 'Alertas por condado',
  getAlerts: 'Reciba alertas',
  getAlertsHere:
    'Reciba avisos en español en su teléfono o por correo. El formulario está en inglés; elija «Español» en él:',
  getAlertsLink: 'Get Alerts (en inglés)',
  rest: 'Resto del sitio',
  restIsEnglish: 'Las demás páginas están en inglés:',
  map: 'mapa y radar (en inglés)',
  blog: 'blog (en inglés)',
  englishSite: 'inicio (en inglés)',

  // Choosing a place
  findPlace: 'Busque su lugar',
  searchLabel: 'Ciudad, condado o código postal',
  search: 'Buscar',
  countyLabel: 'Condado',
  defaultPlace: (place: string) => (place ? `Lugar predeterminado: ${place}` : 'Lugar predeterminado'),
  show: 'Ver',
  countyList: 'Lista de condados',
  found: (query: string) => `Resultados para «${query}»`,
  unknownPlace: (query: string) =>
    `No encontramos ningún lugar llamado «${query}» en ${stateName}. Pruebe con el código postal o el condado.`,
  unknownZipCode: `No encontramos ese código postal en ${stateName}. Elija su condado en la lista.`,
  similarNames: 'Lugares con nombres parecidos',
  searchFailed: 'La búsqueda no está disponible en este momento. Elija su condado en la lista.',
  /** "Conway, condado de Faulkner". */
  placeInCounty: (place: string, county: string) => `${place}, ${county}`,

  // Counties
  countiesOfState: `Condados de ${stateName}`,
  countyWeather: (county: string) => `${county}: alertas y pronóstico`,
  moreOfCounty: (county: string) => `Mapa, ríos e informes de tormentas: ${county} (en inglés)`,

  // Alerts
  alertsTitle: `Alertas en ${stateName}`,
  alertsDescription: `Todas las alertas meteorológicas vigentes en ${stateName}, de la más peligrosa a la menos, y cómo recibirlas.`,
  officialWays: 'Formas oficiales de recibir avisos',
  textOnly: 'Si su conexión es lenta, esta página carga cuando otras no:',
  textOnlyLink: 'su condado, ahora',
  wireless:
    'Las alertas inalámbricas de emergencia llegan a todos los teléfonos cerca de una antena, sin registrarse. Compruebe en su teléfono que estén activadas.',
  radio: 'La radio meteorológica de NOAA suena aun de noche y sin red telefónica:',
  office: `Servicio Nacional de Meteorología en ${officeTown}:`,
  alertsHere: (count: number, place: string) =>
    `${place}: ${count} ${count === 1 ? 'alerta vigente' : 'alertas vigentes'}`,
  entireState: `Todo ${stateName}`,
  topAlert: 'La más peligrosa:',
  seeAlerts: 'Ver las alertas',

  // Forecast
  nextHours: 'Próximas horas',
  week: 'Próximos 7 días',
  allHours: 'Próximas 48 horas',
  allDays: 'Los 7 días con detalles',
  noForecast: 'El pronóstico no está disponible en este momento.',
  forecastTitle: 'Pronóstico de 7 días',
  forecastDescription: `El pronóstico de siete días para cualquier condado de ${stateName}.`,
  hourlyTitle: 'Próximas 48 horas',
  hourlyDescription: `Temperatura, lluvia, viento y ráfagas para las próximas 48 horas en cualquier condado de ${stateName}.`,
  hourlyUnits:
    'Hora local. Temperatura y sensación térmica (Sens.) en °F; viento y ráfagas (Ráf.) en millas por hora (mph).',
  in: (title: string, place: string) => `${title}: ${place}`,
  today: 'Hoy',
  todayIs: (date: string) => `Hoy, ${date}`,
  day: 'Día',
  hour: 'Hora',
  sky: 'Cielo',
  temperature: 'Temp.',
  fahrenheit: '°F',
  feelsLike: 'Sens.',
  rain: 'Lluvia',
  precipitation: 'Precip.',
  wind: 'Viento',
  gusts: 'Ráf.',
  high: 'Máx.',
  low: 'Mín.',
  highOfDay: 'Máxima',
  lowOfDay: 'Mínima',
  windUpTo: 'Viento de hasta',
  gustsUpTo: 'Ráfagas de hasta',
  snow: 'Nieve',
  ice: 'Hielo',
  rainAmount: 'Lluvia',
  uvIndex: 'Índice UV',
  /** EPA's names of the index, from 0. */
  uvLevel: (index: number) =>
    index < 3 ? 'bajo' : index < 6 ? 'moderado' : index < 8 ? 'alto' : index < 11 ? 'muy alto' : 'extremo',
  sunrise: 'Amanecer',
  sunset: 'Puesta del sol',
  /** An unknown value. */
  unknown: '--',

  // No such page
  noPage: 'Página no encontrada',
  noPageHere: `No hay ninguna página en español en esta dirección de ${siteName}.`,
  goHome: 'Ir al inicio',
} as const;
