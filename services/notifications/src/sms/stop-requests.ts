/**
 * Recognizes requests to stop texts in any reasonable wording (47 CFR 64.1200(a)(10)), in English and Spanish. In doubt
 * about a sentence on messages it is one; a sentence on the weather isn't ("When will it stop raining?").
 */
import { firstCharacters } from '@site/domain/truncate';
import { canonicalLine } from '@site/domain/canonical-text';
import type { MessageLanguage } from '@site/domain/notifications/kinds';

/** Named by the rule, and Spanish ones. Compared without spaces and punctuation ("s t o p", "opt-out"). */
const stopKeywords: Readonly<Record<MessageLanguage, ReadonlySet<string>>> = {
  en: new Set(
    'stop stopall stopp sotp stpo quit end revoke optout cancel unsubscribe unsub cease desist enough remove delete off discontinue terminate deactivate'.split(
      ' ',
    ),
  ),
  es: new Set(
    'alto baja cancelar cancela cancele cancelen detener detente detenga detengan detenganse detenganlos parar pare paren para basta yano fin suspender suspenda suspendan eliminar borrar remover desactivar desactiven anular terminar dejen cancelame cancelenme cancelarlo parale parenle'.split(
      ' ',
    ),
  ),
};

/** Polite or rude words that don't change the request. */
const filler =
  'please pls plz plse kindly now right immediately already just ok okay hey hi hello dear sir madam yo bro dude guys man thanks thank you ty thx omg god damn dammit ' +
  'fucking forever asap today yes yeah no por favor porfavor porfa gracias ya ahora mismo inmediatamente hola oye oigan bueno senor senores si';
const isFiller = new Set(filler.split(' '));

/** Nouns and verbs for our messages. */
const message =
  '(?:text\\w*|txt\\w*|messag\\w*|msg\\w*|sms|alert\\w*|notif\\w*|send\\w*|contact\\w*|email\\w*|mail\\w*|call(?:s|ing)?|bother\\w*|spam\\w*|harass\\w*|bug(?:ging)?|annoy\\w*|subscri\\w*|service|updates?|reminders?|blowing up|hitting (?:me|my)|warning me|messing|them|these|those|this|that|it|me|us|everything|all)';
/** Without pronouns, which are also used of the weather. */
const ourMessages =
  '(?:text\\w*|txts?|messag\\w*|msgs?|sms|alerts?|notif\\w*|subscription\\w*|service|updates?|emails?|warnings|these|those|me|my (?:phone|number|cell))';
const spanishMessages =
  '(?:mensaj\\w*|texto\\w*|sms|alerta\\w*|aviso\\w*|notificacion\\w*|suscripcion\\w*|servicio\\w*|correo\\w*|advertencia\\w*|recibir\\w*|todo|esto\\w*|nada|informacion|mas)';
const spanishSending =
  '(?:mand\\w*|envi\\w*|escrib\\w*|molest\\w*|text\\w*|mensaj\\w*|contact\\w*|llam\\w*|notific\\w*|avis\\w*|fastidi\\w*|joder\\w*|recib\\w*|spam\\w*)';
const buildWordGapPattern = (max: number) => `(?:\\w+ ){0,${max}}`;

/** Imperatives to go on ("don't stop", "no dejen de mandar"), unless they are part of a complaint. */
const continueRequests = new RegExp(
  [
    '^(?:please )?(?:dont|do not|never|pls dont)(?: you)?(?: ever)?(?: please)? (?:stop|quit|end|cancel|unsubscribe|opt|remove|take|cease|turn|shut)\\b',
    '\\b(?:(?:dont|do not|didnt|did not|never) (?:want|wanna|ask|asked|mean|meant|wish|try|intend)(?: you| them| this| it)?(?: to)?|wont|will not|not trying to|not asking(?: you)? to) (?:stop|quit|end|cancel|unsubscribe|opt)\\b',
    '^(?:(?:why|when|how come) )?did\\b|^have you\\b|\\b(?:by (?:mistake|accident)|accidentally)\\b',
    '^(?:please )?keep (?:send|text|messag|alert)\\w*',
    '^(?:por favor )?(?:no|nunca|jamas) (?:pares?|paren|dej\\w+ de|cancel\\w+|deten\\w+|me (?:den|des|de|cancel\\w+|quit\\w+|borr\\w+|saqu\\w+|elimin\\w+))\\b',
    '\\b(?:no|nunca) (?:quiero|quisiera|deseo|pedi|estoy pidiendo|voy a) (?:que )?(?:dej\\w+|cancel\\w+|par\\w+|darme|dar|me den|salir\\w*|deten\\w+|desus\\w+)',
  ].join('|'),
);
const complaint =
  /\b(?:if (?:you|u|yall)|(?:why|you|u|yall) (?:dont|do not|wont|will not|never) stop|unless|si (?:usted|ustedes|no))\b/;
/** Without it, "don't stop sending" below would read "stop sending". */
const isRequestToGoOn = (clause: string) => continueRequests.test(clause) && !complaint.test(clause);

/** Ten segments; more is noise. */
const maxReplyLength = 1_600;

const about = (pattern: string) => new RegExp(`(?:${pattern})`);

/** Sentences on messages. */
const englishRequests: readonly RegExp[] = [
  about(`\\bstop+(?:ping)? ${buildWordGapPattern(2)}${ourMessages}\\b`),
  about(
    `\\bstop+ (?:\\w+ )?(?:text|txt|messag|msg|send|sent|contact|email|mail|call|bother|spam|harass|bug|annoy|notif|alert|blow|hitting|getting|receiv|subscri|it|this|that|them|all|everything)\\w*`,
  ),
  about(
    `\\b(?:i|we) (?:said|say|told|asked|want|need|would like|wish|id like|request|demand|beg)\\b.{0,30}\\b(?:stop|unsubscribe|opt out|be removed)$|\\b(?:asking|telling|begging|tell) (?:you |u |yall )?(?:guys )?to (?:please )?stop\\b|^(?:ok |and )?(?:you|u) (?:can|may|could) (?:please )?stop(?: now| please)*$|^thats enough$|\\bdo not disturb\\b`,
  ),
  about(
    `\\b(?:make|have) (?:it|them|this|these|that) stop\\b|\\b(?:can|could|would|will|wont|must|need to|have to|better) (?:you|u|yall|we|i)?(?: guys| please| just| all)* ?stop$`,
  ),
  about(`\\b(?:you|yall|u|please|just) (?:guys |all |need to |have to |must |should |better |really )*stop$`),
  about(`${ourMessages} (?:need to |must |have to |should |to |please |please to |better )*stop$`),
  about('\\bun ?su\\w*b\\w*|\\bunsub\\b|\\bunenroll\\b|\\bun ?register\\b|\\bderegister\\b'),
  about('\\bopt(?:ing|ed)?(?: me| us| my \\w+)? ?out\\b'),
  about(
    `\\b(?:remove|delete|erase|strike) (?:me|us|my (?:phone |cell |mobile )?(?:number|phone|name|cell|info\\w*)|this (?:number|phone)|(?:the )?number)\\b`,
  ),
  about(
    `\\b(?:take|get) (?:me|us|my (?:phone |cell |mobile )?(?:number|phone|name|cell)|this (?:number|phone)) (?:off(?: of)?(?:$| (?:your|ur|all|these|it)\\b| (?:this|the|that)$)|(?:off|out)(?: of)? (?:this|the|that|your|ur) (?:\\w+ )?(?:list|text|msg|message|thing|group|chat|system|service))|\\bi want (?:off|out)$`,
  ),
  about(
    `\\b(?:never|didnt|did not) (?:\\w+ )?(?:signed|sign|subscribed?|opted|agreed?|consent|consented)\\b|\\bno longer consent\\b`,
  ),
  about('\\b(?:off|from) (?:of )?(?:your|the|this|that|ur|any) (?:\\w+ )?(?:list|lists|database|system)\\b'),
  about(
    '\\b(?:lose|forget) (?:my|this) number\\b|\\bblock(?:ing)? (?:you|this number)\\b|\\bleave (?:me|us) alone\\b|\\b(?:fuck|piss|eff) off\\b|\\bgo away\\b|\\bknock it off\\b|\\bcut it out\\b',
  ),
  about(
    `\\b(?:dont|do not|never|quit)(?: ever| again| you| please| any ?more)* (?:text|txt|message|msg|contact|bother|spam|notify|alert|write|ping|(?:call|email|mail)(?=$| (?:me|us|or|this|any ?more|again))|send(?=$| (?:me|us|these|this|those|it|anything|${ourMessages}|to (?:me|us|this|my))|(?: any)? ?more(?:$| ${ourMessages})| any ${ourMessages}))(?:ing)?\\b(?! (?:and drive|while|when))`,
  ),
  about(
    `\\b(?:dont|do not|no longer|not|never|didnt|did not) (?:\\w+ ){0,2}(?:want|need|wish|care|like|interested|sign|signed|ask|asked|agree|agreed|consent|authorize|authorized|request|requested|subscribe|subscribed)\\b.{0,30}\\b${ourMessages}`,
  ),
  about(
    `\\b(?:dont|do not|no longer) (?:\\w+ )?(?:want|wanna|need|wish|care) (?:\\w+ ){0,2}(?:receive|get|be (?:texted|contacted|messaged|notified|alerted)|hear from|any ?more|this|it|them)\\b|\\bdont want (?:this|it|them|any)$|\\b(?:not|no longer) interested\\b`,
  ),
  about(
    `\\b(?:no more|enough|quit|cease|halt|kill|end|cancel|discontinue|disable|terminate|suspend|deactivate|mute|silence)(?: with)?(?: sending| receiving| getting| all| any| the| my| these| this| your| of| more| further| future| texting| more of)* ${ourMessages}\\b`,
  ),
  about(`\\b(?:turn|shut|switch) (?:(?:\\w+ ){0,3}off|off)(?: \\w+){0,2}\\b`),
  about(
    '\\bno more\\b$|\\bno (?:texts?|txts?|messages?|msgs?|sms)(?: please| to (?:me|this))*$|\\b(?:quit|cease) (?:text|txt|messag|send|contact|bother|spam|harass|notif|alert|it|this)\\w*|\\bcease and desist\\b',
  ),
  about(
    '\\b(?:revoke|revoking|withdraw|withdrawing|rescind|remove)\\w* (?:my |all |any |this )*(?:consent|permission|authorization)\\b',
  ),
  about('^(?:\\w+ ){0,4}wrong (?:number|person|phone)\\b'),
];
const spanishRequests: readonly RegExp[] = [
  about(
    `\\b(?:alto|basta|fin|cese|stop)(?: ya)?(?: de| a| con| los| las| mas| tantos| tantas| estos| estas| todos| todas| sus| mis)+ (?:\\w+ )?${spanishMessages}`,
  ),
  about(
    `\\b(?:dej\\w+|par\\w+|ces\\w+|deten\\w+|termin\\w+|suspend\\w+|evit\\w+) (?:ya )?(?:de |con )?(?:me |nos |estar )?${spanishSending}`,
  ),
  about(
    `\\b(?:par|pare|paren|parar|parenle|parale|deten\\w*|deteng\\w*|termin\\w+|suspend\\w*|anul\\w+|cancel\\w*|desactiv\\w+|quit\\w+|elimin\\w+|borr\\w+|apag\\w+|interrump\\w+)(?: ya)? (?:a |de |con |el |la |los |las |mi |mis |sus |estos |estas |este |esta |todos |todas |tantos )*${spanishMessages}\\b`,
  ),
  about(
    `\\b(?:no|ya no|nunca|tampoco|jamas)(?: mas)?(?: me| nos| lo| los| las| le)? (?:vuelv\\w+ a )?(?:(?!recib(?!ir))${spanishSending})\\b`,
  ),
  about(
    `\\bno (?:me |nos )?(?:quiero|queremos|quisiera|deseo|deseamos|necesito|interesa\\w*|gusta\\w*|pedi|autorice|autorizo|solicite|acepto|suscribi)\\b.{0,40}${spanishMessages}`,
  ),
  about(
    '\\bno sig(?:an|as|a)\\b|\\b(?:ya no|no (?:quiero|deseo))(?: gracias)?$|\\bya no (?:me )?(?:quiero|deseo|necesito|interesa\\w*|gusta\\w*|mas)\\b|\\bno (?:me )?interesa\\w*$|\\bno estoy interesad[oa]\\b|^alto+$|\\b(?:quiero|solicito|pido|deseo) (?:la|mi) baja\\b|^baja (?:a |de )?mi\\b|\\bno (?:quiero|deseo) (?:que |ser )?(?:me |contactad)',
  ),
  about(`\\bno mas(?: \\w+)? ?(?:${spanishMessages})?$|\\b(?:ni un|ningun|tampoco) ${spanishMessages}`),
  about(
    '\\b(?:dar|darme|dame|deme|denme|den|dennos|darse|doy|demen|me doy|me dan) (?:de )?(?:la )?baja\\b|\\bbaja (?:de(?:l)?|por|inmediata|definitiva|a) (?:\\w+ ){0,2}(?:lista|servicio|suscripcion|sistema|numero|favor|alertas|mensajes)',
  ),
  about(
    '\\b(?:quit|saqu|sac|borr|elimin|remuev|remov|retir|exclu)(?:en|a|e|ar|ir|uyan|uya)?(?:me|nme|nos)\\b|\\b(?:quit|saqu|sac|borr|elimin|remuev|remov|retir)\\w* (?:mi|este|el|mis) (?:numero|telefono|celular|datos)\\b|\\bsalir(?:me)? de (?:la|esta|su) (?:lista|suscripcion)\\b|\\bquiero salirme\\b|^salir$',
  ),
  about(
    '\\bde(?:s|sin|sub)s?(?:us|su|in)?crib\\w*|\\bdesuscri\\w*|\\bdej(?:en|a|e)?me (?:en paz|tranquil\\w+|sol\\w+)|\\bno (?:me )?(?:molest|fastidi|jod)\\w+',
  ),
  about(
    '\\b(?:revoc|retir|anul)\\w+ (?:mi |el )?(?:consentimiento|permiso|autorizacion)\\b|\\b(?:numero|persona) equivocad[oa]\\b',
  ),
];

/** Requests whose verb has another meaning elsewhere: they must start a clause. */
const englishOpening = about(
  `^(?:(?:can|could|would|will) (?:you|u|i|we) |i (?:want|need|would like|wish|am trying) (?:you )?to |how (?:do|can) (?:i|you|we) |id like (?:you )?to |let me |want to )?(?:stop+|quit|end|cancel|halt|cease)(?: (?:all|my|the|these|this|your))?(?: ${message})?$`,
);
const spanishPrefix = /^(?:(?:quiero|deseo|quisiera|necesito|pido|puede[sn]?|como|puedo|de|que|les|le) )+/;
/** After "stop": roads and weather. */
const nonRequestPattern =
  /^stop (?:sign|light|lamp|watch|gap|by|over|at|worrying|and go|off|in|near|on|along|for|before|\w*(?: the| this)? ?(?:rain|snow|hail|flood|storm|thunder|wind|traffic|tornado|train|bus|car|water|ice|sleet|drizzl|pour|lightning|fog)\w*)/;
const shortStop = /^(?:\w+ ){0,3}stop$/;
const weatherStop =
  /\b(?:bus|truck|pit|non|full|short|rest|it|rain|raining|storm|snow|wind|hail|flood\w*|thunder|wont|cant|doesnt|didnt|does|will|did|ever|the|a|at|when|never|dont|not|next|last|each|every|this|that) stop$/;

/** Lowercase words without accents, apostrophes, emoji and invisible characters. */
const stripPunctuation = (text: string): string =>
  text
    .replace(/['’‘`´]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const normalize = (reply: string): string =>
  reply
    .split(/[\r\n\u2028\u2029]+/)
    .map(canonicalLine)
    .join('\n')
    .replaceAll('\u{1F6D1}', ' stop ')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Variation_Selector}]/gu, '')
    .toLowerCase();

const withoutFiller = (clause: string): string =>
  clause
    .split(' ')
    .filter((word) => !isFiller.has(word))
    .join(' ');

/** Returns the languages of a clause's requests. */
function requestsIn(clause: string): MessageLanguage[] {
  if (clause === '' || isRequestToGoOn(clause)) return [];
  const core = withoutFiller(clause);
  const matches = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(clause));
  // "stop stop stop"
  const isOnly = (keywords: ReadonlySet<string>, rest = core) =>
    rest !== '' && (keywords.has(rest.replaceAll(' ', '')) || rest.split(' ').every((word) => keywords.has(word)));
  const opensWithStop = /^stop+ /.test(core) && !nonRequestPattern.test(core);
  const endsWithStop = shortStop.test(clause) && !weatherStop.test(clause);
  const isEnglish =
    matches(englishRequests) || isOnly(stopKeywords.en) || englishOpening.test(core) || opensWithStop || endsWithStop;
  const isSpanish = matches(spanishRequests) || isOnly(stopKeywords.es, core.replace(spanishPrefix, ''));
  return [...(isEnglish ? (['en'] as const) : []), ...(isSpanish ? (['es'] as const) : [])];
}

const clearlySpanish = /\b(?:no me|mas|los|las|mi|ya|que|de|favor|mensajes?|quiero|gracias)\b/;

/** Returns the language of a request to stop texts; undefined if the reply is none. */
export function stopRequestIn(reply: string): MessageLanguage | undefined {
  const text = normalize(firstCharacters(reply, maxReplyLength));
  const fullText = stripPunctuation(text);
  const word = fullText.replaceAll(' ', '');
  const clauses = text
    .split(/[.!?;,:\n¡¿"()|]+|\s[-–—]+\s|\b(?:but|because|cause|or|pero|porque)\b/)
    .map(stripPunctuation);
  const languages = stopKeywords.en.has(word) ? ['en' as const] : clauses.flatMap(requestsIn);
  if (languages.includes('en') && languages.includes('es')) return clearlySpanish.test(fullText) ? 'es' : 'en';
  return languages[0] ?? (stopKeywords.es.has(word) ? 'es' : undefined);
}
