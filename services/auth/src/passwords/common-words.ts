/**
 * The words that most passwords consist of, from published lists of stolen ones: lower case, at least four letters,
 * without surrounding digits and symbols (`password-strength.ts` strips those).
 */
const list = `
aaron abby access account adidas admin administrator adrian airborne airplane alabama albert alex alexander alexandra alexis
alfred alicia allison alpha amanda amazing amber america american amor anaconda andrea andrew andy angel angela angelica
angelina angels animal anna anthony apollo apple apples archer ariana arizona arkansas arsenal arthur ashley asshole asterix
atlanta atlantis august austin australia autumn avatar avenger awesome babe babies baby babyboy babydoll babygirl bailey
balance ballin banana bandit barbara barbie barcelona barney baseball basket basketball bastard batman beach beast beatles
beautiful beauty bella benjamin bestfriend beyonce bigboy bigdaddy bigdick bigdog billy bitch biteme blabla black blackberry
blackie blackjack blahblah blaster blessed blessing blink blizzard blonde blossom blowjob blue bluebird blueeyes bond
boobies booboo boobs booger boomer boston bradley brandi brandon brandy braves brazil brenda brian brittany broken bronco
broncos brooke brooklyn brother brothers brown brownie bubba bubble bubbles buddha buddy bulldog bulldogs bullet bullshit
buster butter buttercup butterfly button caesar calvin camaro cameron canada cancer candle candy captain cardinal cardinals
carlos carmen carolina caroline carter casper cassie castle catfish catherine chance change changeme charles charlie
charlotte cheese chelsea cherokee cherry chester chevrolet chevy chicago chicken chicks chiefs chocolate chopper chris
christ christian christina christine christmas christopher cindy claudia clinton clipper cloud clover cocacola coffee
college colorado columbia comcast computer connect connor consumer control cookie cookies cool coolman copper corona
corvette country courtney cowboy cowboys crazy creative cricket cristina crystal daddy daisy dakota dallas daniel danielle
danny darkness dave david debbie december default delete delfin delta demo denise dennis denver derek desire destiny devil
dexter diablo diamond diana dick dickhead digital disney doctor dodge dodger dodgers dolphin dolphins dominic donald donkey
dragon dragonball dreamer dreams drowssap drummer ducati dude duke eagle eagles eastwood eclipse eddie edward einstein
elaine electric elephant elizabeth emily eminem emma england enter enterprise eric erika espana estrella eternity everton
explorer express extreme facebook faith faithful falcon falcons family fantasy father february fender ferrari fire firebird
fireman fish fisher fishing flamingo florida flower flowers fluffy flyers football ford forest forever forget fortnite
frances francis frank franklin freddy free freedom friday friend friends friendship froggy fuck fucker fucking fuckme
fuckoff fuckyou games gandalf garfield gators gemini general genesis genius george georgia gerald ghost giants gibson ginger
girls gladiator glitter global goddess godzilla gold golden golfer golfing goober google gordon gorgeous grace grandma
grateful green gregory guest guitar gunner hahaha hailey hammer hannah happy happyday hardcore hardware harley harrison
harry hawaii hawkeye heart hearts heather heaven hello hellokitty help hendrix hentai hershey hockey holiday hollywood home
honda honey honeybee hooters horny horse horses hotdog hotmail hotrod hottie house houston howard hunter hunting iceman
iloveme iloveu iloveyou indian indiana infinity inside internet ireland ironman isabel isabella island jackass jackie
jackson jacob jaguar jamaica james january jasmine jason jasper jeffrey jennifer jenny jeremy jerome jersey jesse jessica
jessie jesus jesuschrist johanna john johnny johnson jonathan jordan joseph joshua juice julia julian juliana junior jupiter
justice justin justinbieber karate karen kathleen kathryn katie kawasaki kelly kenneth kevin killer kimberly king kingdom
kingkong kisses kissme kitten kitty knight kristen kristina lacrosse ladies ladybug lakers lauren leather legend leonard
leonardo leslie letmein liberty lifehack lights lincoln linda lindsay liverpool lizard logan login london lonely lorraine
louise love lovely loveme lover loverboy lovers loveyou lucky machine madison maggie magic magical magnum manager manchester
marcus margaret maria mariah marie marina marine marines mario marlboro marley marshall martha martin master matrix matthew
maverick maxwell mechanic megan melanie melissa member memphis mercedes mercury merlin mermaid metal metallica mexico
michael michele michelle michigan mickey microsoft midnight mike miller minecraft minnie miranda mister mobile mohammed
molly monday money monica monkey monkeys monster montana morgan morris mother mountain mozart muffin murphy music mustang
mylove myspace naruto nascar natalie natasha nathan naughty newlife newport newyork nicholas nicole nightmare nintendo
nirvana nissan nokia november number october oliver olivia online orange orlando ozark pacific packers pantera panther
panthers paradise paris parker pass passport passw passwd password passwords patches patricia patrick patriots peaches
peanut peanutbutter pencil penguin penis pepper perfect personal peter phantom phillip phoenix photo pickle picture pimpin
pineapple pirate pirates playboy player please pokemon police pookie poopoo popcorn porsche portugal power precious preston
prince princesa princess private program property public pumpkin punkrock puppies purple pussy qwert qwerty rabbit rachel
racing raider raiders rainbow rammstein random ranger rangers raptor raymond razorback razorbacks realmadrid rebecca rebel
redskins redsox redwings remember renegade reset ricardo richard rochelle rock rocket rockstar rockyou ronaldo ronnie
root rosemary roses royals running rush russell russia ryan sabrina salvador samantha samson samsung samuel sandra sandy
santiago sarah saturn savannah school scooby scoobydoo scooter scorpio scorpion scotland scott seattle secret security
senior september serenity service sexy shadow shannon sharon shelby shithead shorty sierra silver simple simpson simpsons
sister skater skippy skittles skywalker slayer slipknot smile smiles smiley smokey smooth sniper snoopy snowball snowflake
snowman soccer softball soldier something sometimes sophie southern spanky sparky spencer spider spiderman spirit spitfire
sponge spongebob spring startrek starwars steelers stefan stella stephanie stephen steven stewart stone storm stormy
strawberry student stupid success sugar summer sunday sunflower sunny sunset sunshine super superman superstar surfer
surfing survivor susan suzuki sweet sweetheart sweetie sweetness sweetpea sweets swimming sydney system taylor teacher
tennis teresa test tester testing testtest texas theman theresa thomas thumper thunder thursday tiffany tiger tigers tigger
time tinker tinkerbell titanic together tomcat tornado toyota travel travis trinity trooper trouble trucks trustno tucker
tuesday tweety twilight twister unicorn united universe valentina valentine valerie vampire vanessa vegeta veronica victor
victoria victory viking vikings vincent violet virginia vodafone volcano volleyball volvo walker walter warcraft warrior
warriors water watermelon weather webmaster webster wednesday welcome western whatever whocares wildcat wildcats william
williams willow wilson windows winner winston winter wisdom wizard wolf wolverine wolves women wonder wordpass wrestling
xavier xbox yamaha yankee yankees yellow yolanda youtube zachary zeppelin zombie
`;

export const commonPasswordTerms: ReadonlySet<string> = new Set(list.trim().split(/\s+/));
