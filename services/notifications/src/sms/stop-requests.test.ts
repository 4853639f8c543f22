import { stopRequestIn } from './stop-requests.js';

const sentences = (text: string) => text.split('/').map((sentence) => sentence.trim());

it.each([
  ...sentences(`
    Stop sending me stuff / I'm asking you to stop / Can you please stop sending these to me? /
    Would you mind stopping these texts / please stop these / stop these please / Stopp / pls unsubscribe /
    UNSUBSCRIBE ME NOW / I want to be removed / Please remove me / take me off of this list please /
    I want off this list / I don't wanna get these anymore / dont want anymore texts /
    I do not wish to receive text messages / No longer need these alerts / I moved to Texas, please remove me /
    Moved away. cancel / please cease all messages / Do not send me alerts / don't send / Don't text / dont txt me /
    no texts please / no text / No more text / no more msgs / no more warnings please / stop warning me /
    stop the alerts please / stop alert / stop alerting / Stop message / end messages / end subscription / cancel me /
    cancel this / cancel service / cancel it / Please cancel these messages / I'd like to opt out / opted out /
    how do I opt out? / how do I cancel? / how can I stop getting these? / how do I get off this list /
    How do I turn these off? / how to stop / How to unsubscribe / STOP. I already told you. / told you to stop /
    I said STOP! / stop already / stop it already / Enough!! / that's enough / Please make it stop / please, no more /
    NO MORE TEXTS PLEASE!!! / QUIT TEXTING / quit messaging me / leave us alone / who are you stop texting me /
    You have the wrong number. Stop. / I'm not Bob, stop / Delete this number / delete my phone number /
    remove number / take me off / Off / please turn off the alerts / mute these / discontinue / Discontinue service /
    terminate / terminate subscription / deactivate / do not disturb / I revoke my consent to receive texts /
    withdraw my consent / I no longer consent / I do not agree to get texts / not interested in these /
    please don't contact me anymore / please do not contact / stop spam / STOP STOP / Stop ok? / stop thanks /
    Thanks, but stop / ok you can stop now / You can stop texting me now / you may stop now / feel free to stop /
    time to stop / please just stop / just stop / can we stop this / STOP TEXTING ME AT 3AM /
    it's 3am stop texting me / Stop, we moved / We've moved, stop please / "stop" / 'stop' / stop :( / stop 👎 / 🛑🛑🛑 /
    S-T-O-P / *stop* / Unsubscribe :) / PLEASE STOP THE ALERTS. I HAVE SIRENS /
    STOP / stop!!! / S T O P / s.t.o.p / STOP STOP STOP / stopppp / Stop 🛑 / 🛑 / “Stop” / Re: stop / hey stop /
    bro stop / stop dude / stop it / stop this / stop now / please stop texting me / stop texting / Stop the texts /
    stop sending me these / stop all messages / stop alerts / Will you please stop / can you stop / I said stop /
    I told you to stop / make it stop / you need to stop / When will you stop texting me? /
    Why don’t you stop texting me? / If you don't stop texting me I'll call my lawyer / These messages must stop /
    I want these texts to stop / I want to stop receiving alerts / how do I stop these? / unsubscribe me /
    I would like to unsubscribe / UNSUSCRIBE / un-subscribe / how do i unsubscribe / unsub / no more texts /
    no more! / No more messages please / enough / Enough with the texts / enough already / take me off your list /
    please take me off / Remove me / remove my number / delete my number / lose my number / get me off this list /
    remove this number from your database / off your list please / quit sending these / quit texting me / quit it /
    cease and desist / leave me alone / go away / don’t text me again / do not contact me / dont send me anything /
    never text me again / do not message this number / I don't want these / I don't want any more texts /
    I no longer want to receive these / no longer wish to receive / I didn't sign up for these / not interested /
    I do not want to be contacted / don't need these alerts / opt out / opt me out / Opting out / OPT-OUT /
    I want to opt out / cancel / cancel please / cancel my subscription / cancel these alerts / end / end it /
    end texts / please end my subscription / turn off these alerts / turn these off / turn it off /
    I revoke my consent / revoke / I withdraw my permission / wrong number / you have the wrong number /
    discontinue these messages / sorry but please stop sending me these warnings, I moved / I moved. Stop. /
    I moved, no more texts / I’m driving. Stop texting me / Stöp / ＳＴＯＰ / Stop texting me you freaks /
    I no longer wish to receive these texts / Please stop sending these alerts to my phone / STOP!! / plz stop /
    unsubscribe please / Unsubscribe from all / please remove me from this list / cancel alerts / Cancel all /
    no thank you stop / I asked you to stop / stop contacting me / do not send any more messages /
    please discontinue texts / end this / Stop sending these / take my number off /
    Please take my number off your list / I would like these to stop / pls no more / no more alerts /
    no more of these / stop w the texts / STOP ALL / Stop-all / don't send me these anymore /
    do not text this number / this is not Karen stop texting / who is this? stop texting me / get me off your list! /
    I want out / Kindly stop / I don't want to receive messages anymore / Not interested, stop / dont want these /
    Turn off notifications / Turn off / please end / please cancel / cancel subscription / I'd like to cancel /
    Opt-out please / OPT  OUT / Stop. / stop, / "STOP" / (stop) / *STOP* / stop😡 / 💀stop💀 / stop ✋ / Please, stop. /
    Stop please I beg you / I would like to stop receiving these messages / can you take me off this /
    Please don't text me / quit / Quit sending / Quit texting me! / no longer interested / stop alerting me /
    I do not consent to these messages / I never signed up for this / remove / delete me / unsubcribe / unsubscibe /
    Unsubscribe. / I wish to unsubscribe / never contact me again / STOP I don't live there any more /
    we don't want these messages / stop these warnings / stop the warnings / enough! / enough of these /
    Please make these stop / Make them stop / please stop all this / ok stop / No more texts. Thank you. /
    don’t message me / Do not call or text / REVOKE / revoke consent / Cancel texts / END ALL / can I unsubscribe? /
    Please opt me out / Stop bothering me / Stop it please / Nevermind, cancel / Please stop messaging / stop msgs /
    stop txt / Stop spamming / SPAM!! STOP`),
  'STOP\n\nSent from my iPhone',
  '\u2068STOP\u2069',
  'ST\u200bOP',
  'sto\u0301p',
  'STOP\ufe0f',
])('stops texts on: %j', (text) => {
  expect(stopRequestIn(text)).toBe('en');
});

it.each([
  ...sentences(`
    por favor ya no me manden mensajes / Ya no quiero estos mensajes / No quiero recibir más mensajes de texto /
    ya no quiero recibir nada / no deseo más avisos / no me manden nada más / no manden mensajes /
    No envíen mensajes / favor de no mandar mensajes / Dejen de mandarme mensajes / dejen de enviar / Deja de mandar /
    dejen ya de mandar mensajes / pueden dejar de mandarme mensajes? / podrían dejar de escribirme /
    quiero que dejen de enviarme alertas / Paren de enviarme mensajes / paren los mensajes por favor /
    párenle a los mensajes / Basta de mensajes / basta ya / ya estuvo, paren / alto por favor / Alto a las alertas /
    ALTO!!! / altooo / Cancela por favor / cancelen el servicio / Quiero cancelar el servicio / cancelar servicio /
    Cancelar alertas / cancelar mi suscripción por favor / Dar de baja mi número / Quiero la baja / solicito la baja /
    deseo darme de baja / Denme de baja / baja mi número / quiten mi número de su lista / quítame de la lista /
    sáquenme / saquenme de aqui / borren mi número / bórrame / eliminar mi número / eliminen mis datos /
    no me interesan sus mensajes / no gracias, ya no quiero / no molestar / No molesten más / no me llamen /
    no estoy interesado / No estoy interesada en recibir mensajes / no autorizo mensajes / revoco mi autorización /
    se equivocaron de número, no manden más / Número equivocado / no soy esa persona, no me escriban /
    detengan los mensajes / deténganlos / Suspender mensajes / suspendan el servicio / Terminar suscripción /
    salir de la lista / quiero salirme / remuévanme / desactivar / desuscribir por favor / me quiero desuscribir /
    ya no más mensajes por favor / no más textos /
    Alto / ¡Alto! / Alto por favor / alto ya / ALTO A LOS MENSAJES / para ya / pare / Paren por favor / ¡Basta! /
    Ya basta / Ya no quiero recibir mensajes / No quiero más mensajes / no quiero mas / ya no / ya no más / No más /
    no más mensajes / dejen de mandar mensajes / Deje de enviarme mensajes / deja de escribirme / Dejen de molestar /
    dejar de recibir alertas / no me envíen más / No me manden mensajes / no me escriban / no me manden más textos /
    ya no me envíen / no envíen más / cancela / Cancelar / cancelen mi suscripción / cancela los mensajes /
    cancele todo / quiero cancelar / quiero cancelar mi suscripción / baja / Dar de baja / dame de baja /
    Denme de baja por favor / quiero darme de baja / baja del servicio / Baja, por favor / quítenme de la lista /
    Sáquenme de su lista / bórrenme / eliminen mi número / borra mi número / elimíname / déjenme en paz /
    déjame en paz / no molesten / no me interesa / Ya no me interesa / ya no deseo recibir alertas / desuscribirme /
    Desuscríbeme / desinscribir / revoco mi consentimiento / número equivocado / detener / deténganse /
    suspendan los mensajes / parar los mensajes / paren de mandar mensajes / ＡＬＴＯ / Álto / BAJA 🙏 /
    ya no manden nada / No quiero más / no quiero mas textos / Ya no quiero recibir mas /
    Por favor dejen de enviarme mensajes / por favor no me manden mas / Ya no me manden mensajes / ya no manden /
    Ya no envien mensajes por favor / No envie mas mensajes / Quiero que paren / quiero dejar de recibir mensajes /
    quiero que dejen de mandarme mensajes / Cancelar suscripcion / Cancelar mensajes / cancelar todo / Cancélame /
    cancele por favor / dar de baja / Quiero darme de baja de la lista / baja por favor / Deme de baja /
    pare de enviar / Pare los mensajes / para de mandarme esto / no mas alertas / No más avisos, por favor /
    detener mensajes / Detenga los mensajes / Deténganse / Saquenme de la lista / saqueme / Quitar mi numero /
    quita mi número / borren mi numero / Elimíneme de la lista / No me textees / ya basta / ya párenle /
    ya no me escriban / No deseo recibir mensajes / no deseo / ya no gracias / no me molesten / dejeme en paz /
    desuscribir / Desactivar alertas / desactiven / Alto, por favor / ALTO ALTO ALTO / ya dejen de molestar /
    número equivocado, no me escriban / No necesito más mensajes / Termina la suscripción / terminar / fin / FIN /
    Anular suscripción / Quiero anular / suspender / suspendan / eliminar / borrar / Favor de no enviar más mensajes /
    favor de parar / favor de cancelar / les pido que dejen de mandar / ya no quiero /
    Ya no me interesan los mensajes / no sigan mandando mensajes / No sigan / paren ya / páren de mandar /
    ¡ya paren! / Por favor paren / Dejen de textearme / Dejen de textear / No quiero recibir alertas /
    no quiero recibir / Me quiero dar de baja / remover / Remuévame / darse de baja / CANCELAR YA / dejen /
    No más, gracias / no mande nada / No quiero nada / no quiero esto`),
])('stops texts on the Spanish: %j', (text) => {
  expect(stopRequestIn(text)).toBe('es');
});

it.each([
  ...sentences(`
    thank you for not stopping / I can't stop crying / The bleeding won't stop / we can't stop the water /
    water is coming in, call 911 / please send a text when it is over / text me when its over /
    when will you send the next text / how often do you send texts / do you text about hail / I need more texts /
    Who is this? / what is this / Is this real / is this spam / are you a bot / is there an end time /
    when does this end / When does it stop / Will it stop soon / has it ended / is the tornado over /
    tornado on the ground by the stop sign / We're at the truck stop / at a rest stop on I-30 /
    Next stop Little Rock / bus stopped running / the train stop is flooded / do we need to evacuate /
    Do we stop at the bridge / should I stop driving / Should we stop the car / I stopped my car / power is off /
    lights off here / TV is off / the roof came off / Signal is cut off / roads are cut off / cut off by water /
    No signal / no water / no internet / no phone service / no cell service here / We have no alerts on tv /
    no alert on my phone / my phone did not alert / I did not get the text / I didn't get a message /
    I didn't request help yet / did not receive / I never got the text / dont send anyone, we are ok /
    Do not send help / don't call 911? / don't know / dont worry / I don't need help / we dont need anything /
    i want to know if it is safe / we want to go out / can we come out / Can I get out of the shelter /
    when can we get out / get out / get me out / take cover / take my kids / I need to take my mom to shelter /
    remove debris from road / tree removed / the wrong county / wrong time on this message /
    is that the wrong warning / I have the wrong address on file / cancel school? / is church cancelled /
    game cancelled? / cancellation of the warning? / all clear? / end of the world lol / in the end we were fine /
    weekend plans / my friend / Endo / quite a storm / it's quiet / quitting time storm / baja california /
    la temperatura está baja / se va a bajar? / ¿ya pasó? / ya no hay luz / no hay servicio / no tengo servicio /
    no recibí el mensaje / no me llegó el aviso / no me llega nada / no recibo alertas / no entendí el mensaje /
    no sé / no puedo salir / ¿puedo salir? / podemos salir? / quiero salir de aquí, hay agua / salimos de casa /
    estoy en la parada / parada de autobús / el viento no para / no deja de llover / ¿cuándo deja de llover? /
    cuándo va a parar la lluvia / para cuándo termina / para dónde voy / alto nivel de agua / el agua está alta /
    en el alto de la calle 5 / fin de semana / hasta el fin / mande ayuda / manden una ambulancia /
    me mandan otro mensaje? / quiero recibir alertas / quiero más mensajes / me gustan sus mensajes /
    avísenme cuando termine / llámenme / start please / Y / N / 1 / C / HELP / AYUDA / Info /
    don't stop / Please don’t stop / dont ever stop / Don't stop sending me these / do not unsubscribe me /
    keep sending these / I don't want to stop / I didn't mean to unsubscribe / never stop / STOP sign is down on 5th /
    the stop sign on Main is down / when will it stop raining? / When will the rain stop? / has the rain stopped? /
    will it ever stop / bus stop flooded / There is water at the bus stop / non stop rain here /
    truck stop on I-40 lost its roof / Stop light out at Main / when does the warning end? / when will this end /
    is the warning canceled? / Did they cancel school? / is school cancelled / the power quit working /
    tree down at the end of the road / no power here / no / thanks / ok / yes / help / info / START /
    no more rain I hope / is it over / Where is the nearest shelter / stop the rain / we had to stop driving /
    How do I turn on sound / la temperatura baja / el río está muy alto / no pares / no dejen de mandar mensajes /
    no quiero cancelar / gracias por los mensajes / cuando para la lluvia / ¿Cuándo termina? /
    alto riesgo de inundación? / para mi casa / hay agua en la calle / no hay luz / sí / no me den de baja /
    are we under a tornado warning? / I need help / send help / Thank you for these alerts / I want more alerts /
    the texts help a lot / roads are closed, turn around / Nothing here but wind / siren is going off /
    lights are off / Dont stop / is it going to stop / when does it stop / How long until it stops / stop sign down /
    STOP sign missing at 3rd and Main / there is a bus stopped in water / The storm stopped /
    Will this storm end soon / Is the tornado warning over? / When is the warning cancelled /
    They ended school early / I quit my job lol / The road ends in water / I need a stop sign /
    we stopped at walmart / Is the warning cancelled for Pulaski? / tornado at the end of our street /
    Can you send me the map / please send help / Please text me more / Text me updates / How do I sign up my mom /
    more alerts please / can my husband get these too / Are these texts free? / Thanks for the alerts! /
    great service / love these alerts / do I need to take shelter / should we leave / no tornado here /
    no alerts for my county? / Why no alerts for Saline county? / I did not get an alert / I don't see any tornado /
    no damage here / dont see it / it is not raining / hail stopped / The siren won't stop / sirens wont stop /
    rain wont stop / the rain does not stop / water got in my house / get me out of here / Take me to a shelter /
    They canceled the game / Is the game canceled / Turn around dont drown / power off / The power is off /
    lights went off / tree fell off the roof / no service here / we have no service / No cell service /
    no power, no service / Wrong county / wrong address on the map / me too / ¿Hay tornado? / el tornado ya paró /
    La lluvia no para / no para de llover / ya no llueve / No hay alertas? / hay alerta para mi condado? /
    Está muy alto el agua / presión baja / ya está bajando / cancelaron las clases / ¿Cancelaron la escuela? /
    ¿ya terminó? / cuando termina la tormenta / gracias / no entiendo / No hay mensajes / ¿Dónde está el refugio? /
    si / ok gracias / No quiero dejar de recibir / no cancelen / Por favor no paren / sigan mandando /
    necesito ayuda / manden ayuda / No tengo luz / estoy en el alto / mi numero es 5015551234 / Keep them coming /
    please dont stop these texts / why did you stop texting me? / Why did the alerts stop? / did the alerts stop /
    i stopped getting alerts / Have you stopped sending alerts? / not yet / stop worrying / nonstop hail /
    the bus stop at 5th is under water / Unsubscribed by mistake / how do I resubscribe / I want to subscribe again`),
  '',
])('does not stop texts on: %j', (text) => {
  expect(stopRequestIn(text)).toBeUndefined();
});

it('reads a long reply in bounded time', () => {
  const startedAt = performance.now();
  for (const text of ['stop the '.repeat(20_000), 'no '.repeat(30_000), 'i want '.repeat(20_000), 'a'.repeat(64_000)])
    stopRequestIn(text);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
