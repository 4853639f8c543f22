/** Texts of notifications in Spanish. */
import { spanishCounty, spanishHour } from '@site/domain/weather/coded-spanish';
import { spanishSafetySentence, spanishStrongLine } from '@site/domain/weather/spanish';
import { officialName, siteName, state } from '@site/regions/state';
import type { Messages, LocalTime } from './messages-en.js';

/** "las 6:45 PM", "el domingo a las 6:45 PM". */
const time = ({ hour, day }: LocalTime) => (day ? `el ${day} a ${spanishHour(hour)}` : spanishHour(hour));
/** "a las 6:45 PM", "el domingo a las 6:45 PM". */
const at = (localTime: LocalTime) => (localTime.day ? time(localTime) : `a ${time(localTime)}`);
const list = new Intl.ListFormat('es-US');
const short = (county: string) => county.replace(/ County$/, '');

const allPlaces = (counties: readonly string[]) => {
  const names = counties.map(short);
  if (names.length === 1) return `el condado de ${names.join()}`;
  return names.length > 6
    ? `los condados de ${names.slice(0, 5).join(', ')} y ${names.length - 5} más`
    : `los condados de ${list.format(names)}`;
};

/**
 * Our messages' texts in Spanish. They frame coded facts; the texts of warnings are never translated. Nouns avoid a
 * gender that depends on the event ("el aviso", "la vigilancia"). Text messages lose their accents when sent.
 */
export const messages: Messages = {
  places: ([first, second, ...others]) => {
    if (!first) return state.name;
    if (!second) return spanishCounty(first);
    return others.length > 0
      ? `${spanishCounty(first)} y ${others.length + 1} más`
      : `condados de ${list.format([short(first), short(second)])}`;
  },
  allPlaces,

  issued: (what, where) => `${what}: ${where}`,
  newPeriod: (what, where) => `${what}, período posterior: ${where}`,
  grown: (what, where) => `${what}: ahora también ${where}`,
  raised: (what, where) => `Mayor peligro: ${what}, ${where}`,
  canceled: (what, where) => `Cancelación: ${what}, ${where}`,
  released: (what, where) => `Ya no está vigente: ${what}, ${where}`,
  unlisted: (what, where) => `Ya no figura en la lista: ${what}, ${where}`,
  until: (end) => `hasta ${time(end)}`,
  untilFurtherNotice: 'hasta nuevo aviso',
  nowUntil: (until) => `Ahora ${until}.`,
  advice: (event) => {
    const line = spanishStrongLine(event);
    return `${line ? `${line}. ` : ''}${spanishSafetySentence(event) ?? 'Lea la alerta completa.'}`;
  },
  issuedAt: (sent) => `Se emitió ${at(sent)}.`,
  canceledAt: (sent) => `El Servicio Nacional de Meteorología canceló esta alerta ${at(sent)}.`,
  releasedAt: (sent, stillIn) =>
    `Dejó de estar vigente allí ${at(sent)}.${stillIn.length > 0 ? ` Sigue vigente para ${allPlaces(stillIn)}.` : ''}`,
  unlistedSince: (sent, end) =>
    `Fuera de la lista oficial desde ${time(sent)}${end ? `, aunque debía durar hasta ${time(end)}` : ''}. Consulte ${officialName}.`,

  change: 'Cambiar o cancelar estas alertas',
  slow: 'El correo electrónico puede tardar. Tenga otra forma de recibir avisos, como una radio meteorológica.',
  read: 'Leer la alerta completa',
  officialText: 'Texto oficial, en inglés',
  reason: `Recibe este correo porque se suscribió a las alertas de ${siteName} para sus condados.`,
  confirmSubject: 'Confirme sus alertas meteorológicas',
  confirmHeading: '¿Desea recibir alertas meteorológicas?',
  confirmQuestion: (where) =>
    `Alguien, probablemente usted, pidió que enviemos a esta dirección las alertas meteorológicas para ${where}.`,
  confirmFirst:
    'No enviaremos ninguna hasta que usted confirme. Si no fue usted, ignore este correo. Borraremos esta dirección en un día.',
  confirmButton: 'Sí, quiero recibir alertas',
  manageSubject: 'Ya recibe alertas meteorológicas por correo',
  manageHeading: 'Ya recibe estas alertas',
  manageText: (where) =>
    `Alguien, probablemente usted, volvió a suscribir esta dirección. Nada ha cambiado: recibe alertas para ${where}.`,
  manageButton: 'Ver o cambiar sus alertas',
  entered: 'Recibió este correo porque alguien escribió esta dirección en nuestro sitio.',

  oneMoreStep: 'Falta un paso',
  tapToConfirm: 'Toque aquí para activar las alertas meteorológicas.',
  stillOn: 'Sus alertas meteorológicas siguen activas',
  stillOnFor: (where) => `Para ${where}. Toque aquí para cambiarlas.`,

  textConfirm: (url) =>
    `${siteName}: para recibir mensajes de emergencia, abra ${url} Pueden aplicar tarifas. Responda STOP para cancelar.`,
  textManage: (url) =>
    `${siteName}: ya recibe mensajes de emergencia. Para cambiarlos, abra ${url} Responda STOP para cancelar.`,
  textHelp: `${siteName}: mensajes de los avisos más peligrosos de sus condados. Pueden aplicar tarifas. Responda STOP para cancelar.`,
  textStopped: `${siteName}: no recibirá más mensajes nuestros. Envíe START para permitirlos de nuevo.`,
  textStarted: `${siteName}: permitió los mensajes de nuevo. Elija sus condados en nuestro sitio. Responda STOP para cancelar.`,
};
