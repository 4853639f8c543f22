/** Spanish texts of the subscription pages. */
import type { NotificationKind, NotificationLevel } from '@site/domain/notifications/kinds';
import { stateName } from '@site/regions/state';
import type { Messages } from './messages-en.js';

const kinds: Readonly<Record<NotificationKind, string>> = {
  tornado: 'Tornado',
  severe_thunderstorm: 'Tormenta eléctrica severa',
  flash_flood: 'Inundación repentina',
  flood: 'Inundación',
  winter: 'Tiempo invernal',
  wind: 'Vientos fuertes',
  heat_cold: 'Calor y frío',
  fire: 'Riesgo de incendios',
  other: 'Todo lo demás',
};
const levels: Readonly<Record<NotificationLevel, string>> = {
  1: 'Todo, incluidas las advertencias y los comunicados',
  2: 'Vigilancias y avisos',
  3: 'Solo avisos',
  4: 'Solo lo más peligroso: avisos de tornado y emergencias',
};
const faults: Readonly<Record<string, string>> = {
  counties: 'Uno de los condados no existe.',
  kinds: 'Elija al menos un tipo de tiempo.',
  min_level: 'Elija qué tan grave debe ser.',
  language: 'Elija el idioma de sus alertas.',
  quiet_from: 'Escriba las horas así: 22:00.',
  quiet_until: 'Las horas de silencio necesitan un comienzo y un final distintos, escritos así: 22:00.',
};

const find = (table: Readonly<Record<string, string>>, key: string | number): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The sentences of a subscription's page in Spanish. */
export const messages: Messages = {
  otherLanguage: 'English',
  stormNotice: 'Aviso del sitio',
  activeAlerts: 'Alertas activas',
  yourCounty: 'Su condado, ahora',
  howFast: 'Qué tan rápido avisamos (en inglés)',
  sources:
    'Avisos: Servicio Nacional de Meteorología. Este no es un servicio oficial de avisos: tenga otra forma de recibirlos.',
  signUp: 'Suscribirse a las alertas (en inglés)',

  counties: 'Condados',
  county: (name) => name.replace(/ County$/, ''),
  remove: 'Quitar',
  removeCounty: (name) => `Quitar ${name}`,
  countyToAdd: 'Condado para agregar',
  addCounty: 'Otro condado',
  add: 'Agregar',
  kinds: 'Tipos de tiempo',
  kind: (kind) => find(kinds, kind) ?? kind,
  levels: 'Qué tan grave',
  level: (level) => find(levels, level) ?? '',
  language: 'Idioma de sus alertas',
  quietHours: 'Horas de silencio',
  quietHint: `Hora de ${stateName}. Deje ambas vacías para recibir alertas a cualquier hora.`,
  from: 'Desde las',
  until: 'hasta las',
  quietHoursOverride: 'Los avisos de tornado y las emergencias de inundaciones repentinas llegan de todos modos',
  save: 'Guardar',

  isThisYou: '¿Es usted?',
  confirmFirst: 'No enviaremos nada hasta que confirme. Si no se suscribió, cierre esta página.',
  repeatedSignUp: 'Este navegador se suscribió otra vez',
  confirmChanges:
    'Confirme para hacer estos cambios. Hasta entonces vale lo elegido abajo. Si no fue usted, cierre esta página.',
  confirm: 'Confirmar',
  insteadOf: (before) => `en vez de ${before}`,
  noChanges: 'No cambiaría nada.',
  none: 'ninguna',
  fromUntil: (from, until) => `de ${from} a ${until}`,
  quietHoursOverrideShort: 'lo más peligroso llega de todos modos',
  noneThrough: 'no llega nada',

  confirmTitle: 'Confirme sus alertas',
  title: 'Sus alertas',
  youGet: (where) => `Recibe alertas ${where} sobre lo que elija aquí.`,
  channels: {
    push: 'como notificaciones en un navegador',
    mail: 'por correo electrónico',
    sms: 'por mensaje de texto',
  },
  otherChannel: 'como eligió',
  noMore: '¿No quiere más alertas?',
  noMoreText: 'No recibirá más mensajes.',
  stop: 'Cancelar todas las alertas',
  saved: 'Guardado. Sus alertas ahora siguen estas elecciones.',
  confirmed: 'Gracias. Sus alertas están activas.',

  countyRequired: 'Deje al menos un condado. Para terminar todo, pulse «Cancelar todas las alertas».',
  fault: (field) => find(faults, field) ?? 'Revise lo que eligió.',
  unknownTitle: 'Este enlace no es válido',
  unknownText: 'Puede estar incompleto. Use el enlace de cualquiera de nuestros mensajes.',
  endedTitle: 'Ya no recibe alertas',
  endedText: 'Esta suscripción terminó. No enviaremos nada más.',
  unusableTitle: 'Este enlace ya no sirve',
  unusableText: () => 'El enlace venció. Suscríbase de nuevo para recibir otro.',
  problemTitle: 'Algo salió mal',
  problemText: () => 'No pudimos hacerlo. Inténtelo de nuevo en unos minutos.',
};
