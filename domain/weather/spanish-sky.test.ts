import { spanishSky } from './spanish-sky.js';

it.each([
  ['Partly Sunny', 'mostly-cloudy-day', 'Parcialmente soleado'],
  ['Mostly Cloudy', 'mostly-cloudy-day', 'Mayormente nublado'],
  ['Chance Light Rain', 'rain', 'Posible lluvia ligera'],
  ['Slight Chance Rain Showers', 'showers', 'Leve posibilidad de chubascos'],
  ['Chance Showers And Thunderstorms', 'thunderstorm-showers', 'Posibles chubascos y tormentas eléctricas'],
  ['Rain Likely', 'rain', 'Lluvia probable'],
  ['Showers And Thunderstorms Likely', 'thunderstorm-showers', 'Chubascos y tormentas eléctricas probables'],
  ['Patchy Fog then Mostly Sunny', 'fog', 'Niebla en algunos lugares, luego mayormente soleado'],
  ['Mostly Cloudy and Windy', 'wind', 'Mayormente nublado y ventoso'],
])('says "%s" in Spanish, whatever its icon', (text, icon, spanish) => {
  expect(spanishSky(text, icon)).toBe(spanish);
});

it('uses the icon for words that it lacks, unless they limit the forecast', () => {
  expect(spanishSky('Volcanic lightshow', 'tornado')).toBe('Tornado');
  expect(spanishSky('Chance Volcanic Rain', 'rain')).toBeUndefined();
  expect(spanishSky('Volcanic lightshow', 'constructor')).toBeUndefined();
});
