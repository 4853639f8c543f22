import { kindOf, magnitudeOf, formatReportType } from './report-labels.js';

it.each([
  ['TORNADO', 'tornado'],
  ['Tornado', 'tornado'],
  ['TSTM WND DMG', 'wind'],
  ['TSTM WND GST', 'wind'],
  ['NON-TSTM WND GST', 'wind'],
  ['Thunderstorm Wind', 'wind'],
  ['HIGH SUST WINDS', 'wind'],
  ['HAIL', 'hail'],
  ['FLASH FLOOD', 'flood'],
  ['Flood', 'flood'],
  ['SNOW', 'winter'],
  ['FREEZING RAIN', 'winter'],
  ['SLEET', 'winter'],
  ['ICE STORM', 'winter'],
  ['EXTR WIND CHILL', 'winter'],
  ['HEAVY RAIN', 'rain'],
  ['FUNNEL CLOUD', 'other'],
  ['WATER SPOUT', 'other'],
  ['LIGHTNING', 'other'],
  ['<script>', 'other'],
])('a report of %s has the kind %s', (type, kind) => {
  expect(kindOf(type)).toBe(kind);
});

it.each([
  ['TSTM WND DMG', 'Thunderstorm Wind Damage'],
  ['TSTM WND GST', 'Thunderstorm Wind Gust'],
  ['Tstm Wnd Gst', 'Thunderstorm Wind Gust'],
  ['NON-TSTM WND GST', 'Non-Thunderstorm Wind Gust'],
  ['Non-Tstm Wnd Dmg', 'Non-Thunderstorm Wind Damage'],
  ['Thunderstorm Wind Damage', 'Thunderstorm Wind Damage'],
  ['FLASH FLOOD', 'Flash Flood'],
  ['HAIL', 'Hail'],
  ['Emergency Mngr', 'Emergency Manager'],
  ['EMERGENCY MNGR', 'Emergency Manager'],
  ['Fire Dept/Rescue', 'Fire Department/Rescue'],
  ['Dept of Highways', 'Department of Highways'],
  ['Trained Spotter', 'Trained Spotter'],
  ['CoCoRaHS', 'CoCoRaHS'],
  ['911 Call Center', '911 Call Center'],
  ['ASOS', 'ASOS'],
  ['NWS EMPLOYEE', 'NWS Employee'],
  ['Constructor', 'Constructor'],
  ['', ''],
])('%s becomes %s', (type, text) => {
  expect(formatReportType(type)).toBe(text);
});

it.each([
  ['1.75', 'Inch', 'M', '1.75 inches', 'measured'],
  ['1', 'INCH', 'E', '1 inch', 'estimated'],
  ['1.00', 'in', '', '1 inch', ''],
  ['63', 'MPH', 'M', '63 mph', 'measured'],
  ['63', 'mph', 'U', '63 mph', ''],
  ['M58', 'mph', '', '58 mph', 'measured'],
  ['40', 'KT', 'E', '40 knots', 'estimated'],
  ['12', 'F', '', '12°F', ''],
  ['EF2', '', '', 'EF2', ''],
  ['0.0001', 'Inch', 'M', 'trace', ''],
  ['0.009', 'in', '', 'trace', ''],
  ['0.01', 'Inch', 'M', '0.01 inches', 'measured'],
  ['2.4', 'Inch', 'M', '2.4 inches', 'measured'],
  ['0.25', 'Inch', 'E', '0.25 inches', 'estimated'],
])('%s %s with qualifier "%s" becomes "%s", %s', (amount, unit, qualifier, magnitude, message) => {
  expect(magnitudeOf(amount, unit, qualifier)).toEqual({ magnitude, qualifier: message });
});

it.each([
  ['', 'MPH'],
  ['0', 'MPH'],
  ['-999', 'MPH'],
  ['63', ''],
  ['63', 'furlongs'],
  ['9999', 'MPH'],
  ['1e3', 'MPH'],
  ['NaN', 'Inch'],
  ['about 60', 'MPH'],
])('"%s" with unit "%s" gives no magnitude', (amount, unit) => {
  expect(magnitudeOf(amount, unit, 'M')).toEqual({ magnitude: '', qualifier: '' });
});
