/**
 * Samples for an empty site. The advice is accurate, with definitions and figures of the National Weather Service
 * (weather.gov/safety); the people are invented and labeled so.
 */
import { photoFormats } from '@site/domain/images/image-limits';

export const sampleHeader =
  'Have more than one way to get warnings: this site, emergency alerts on your phone, and a NOAA Weather Radio for the night.';

export const sampleFaqs = [
  {
    question: 'What is the difference between a watch and a warning?',
    answer:
      'A watch means that dangerous weather is possible: the ingredients are in place, so make a plan and keep listening. A warning means that it is happening or about to happen: act at once. An advisory is for weather that is a nuisance and can become dangerous if you are careless.',
  },
  {
    question: 'How do I send you a weather photo?',
    answer: `Open the Snapshots page, choose a picture (${photoFormats}, up to 10 MB), and tell us your name, your e-mail address and where you took it. A moderator looks at every photo before it appears. The hidden location data inside the file is removed, and your e-mail address is never shown. Please never put yourself in danger for a picture.`,
  },
  {
    question: 'How do text alerts work, and how do I stop them?',
    answer:
      'Press Get Alerts to see the ways to sign up. Text alerts are sent together with our text-dispatch partner; your carrier’s message and data rates may apply. To stop them, reply STOP to any of the messages. A text can arrive late or not at all, so do not let it be your only source of warnings.',
  },
  {
    question: 'Where do the forecasts and alerts come from?',
    answer:
      'Watches, warnings and advisories come from the National Weather Service. The forecast names its source and the time of its last update next to the numbers. This site is not an official warning service: when a warning is issued, follow the instructions of the National Weather Service and your local officials.',
  },
  {
    question: 'Why does the page say “Alert status unavailable”?',
    answer:
      'It means that we could not get a fresh answer from the National Weather Service. It does not mean that there are no alerts. Look at weather.gov, listen to a NOAA Weather Radio or local radio, and keep emergency alerts switched on in your phone’s settings until the status is back.',
  },
];

/** `picture` is a file in services/content/seed. */
export const sampleTeam = [
  { name: 'Jordan Ellis', designation: 'Forecast desk (sample)', picture: 'portrait-1.svg' },
  { name: 'Riley Brooks', designation: 'Storm photography (sample)', picture: 'portrait-2.svg' },
  { name: 'Taylor Reed', designation: 'Community and alerts (sample)', picture: 'portrait-3.svg' },
  { name: 'Morgan Hayes', designation: 'Spotter training (sample)', picture: 'portrait-4.svg' },
  { name: 'Casey Lin', designation: 'Website and radar (sample)', picture: 'portrait-5.svg' },
];

/** Oldest first. */
export const samplePosts = [
  {
    title: 'Ice storms: get ready before the lights go out',
    url: 'https://www.weather.gov/safety/winter',
    picture: 'ice-storm.svg',
    alt: 'Drawing: icicles hang from power lines and a bare tree over a snowed-in house with a lit window',
    description: `An Arkansas winter is often mild, and then one night of freezing rain changes everything. Rain that falls through a shallow layer of cold air freezes on whatever it touches. A thin glaze makes roads and steps treacherous; a thick one brings down branches and power lines, and repairs can take days.

Before it starts, charge phones and power banks, fill the car, and bring in what you need for several days without electricity: water, food that needs no cooking, medicine, flashlights, batteries, and warm blankets. Check on neighbors who live alone or depend on medical equipment.

When the power fails, carbon monoxide becomes the hidden danger. Never run a generator, grill or camp stove inside a house, garage or carport, not even with the door open. Keep a generator outdoors, at least 20 feet from windows and doors, and make sure that a carbon monoxide alarm with a battery is working.

Stay off the roads while ice is forming: bridges and overpasses freeze first. If you must drive, go slowly, leave much more room than usual, and brake gently. Stay away from anything that hangs low with ice. Treat every wire on the ground as live, keep everyone away from it, and report it to your electric company.`,
  },
  {
    title: 'Turn around, don’t drown: flash floods in hill country',
    url: 'https://www.weather.gov/safety/flood-turn-around-dont-drown',
    picture: 'flash-flood.svg',
    alt: 'Drawing: a brown creek runs over a road behind a barricade and a depth gauge',
    description: `In the Ozarks and the Ouachitas a creek can rise from ankle-deep to over the road within minutes, fed by rain that fell on a ridge you cannot see. Flash floods are dangerous because they are quick, and because water over a road looks shallower than it is.

Six inches of moving water can knock a grown person down. Twelve inches can carry off a small car, and two feet are enough for most vehicles, pickups and SUVs included. Many people who die in floods were in a vehicle, often on a road that they knew well. At night it is hard to see how deep the water is, or whether the road is still there below it.

So the rule is short: turn around, don’t drown. Do not drive around a barricade, and do not follow the car in front. If water starts to rise around your car, leave it and move to higher ground, as long as the water is not moving fast.

If you camp beside a stream, look at the forecast before dark, know your way uphill, and keep a weather radio or a phone with emergency alerts within reach of your bed. When a flash flood warning is issued for where you are, go to higher ground at once, and do not wait to see the water.`,
  },
  {
    title: 'A tornado warning for your county: the next ten minutes',
    url: 'https://www.weather.gov/safety/tornado',
    picture: 'tornado-warning.svg',
    alt: 'Drawing: a tornado below dark clouds, near a red barn',
    description: `Most tornado warnings give you minutes, not hours. That is enough if you decided beforehand where to go.

Go to the lowest floor of a sturdy building, into a small room without windows near its center: a closet, a bathroom, a hallway, or the space under the stairs. Put as many walls as you can between yourself and the outside. Get under something solid, wear shoes, and protect your head with a helmet, a mattress or your arms. A storm shelter or a safe room is better still.

A mobile home is no shelter, even when it is tied down. If you live in one, agree with a neighbor or a church nearby on a place to go, and leave early, already when a tornado watch is issued and storms are on their way.

In a car, drive to the nearest sturdy building if it is close. Do not stop under an overpass: the wind can be stronger there, and debris flies through it. If there is no time, two choices are left: stay buckled in with your head down below the windows and covered, or lie flat in a ditch or hollow that is clearly lower than the road. Neither is safe; both are last resorts.

Do not go outside to look. In Arkansas a tornado is often wrapped in rain, hidden by hills and trees, or comes at night. Stay in shelter until the warning has ended.`,
  },
  {
    title: 'Watch or warning? What the words ask you to do',
    url: 'https://www.weather.gov/safety/',
    picture: 'watch-or-warning.svg',
    alt: 'Drawing: from the left, sun; from the right, a thunderstorm over green ridges and a lake',
    description: `Two words decide what you should do in bad weather, and they are easily mixed up.

A watch says that the ingredients are there. A tornado watch or a severe thunderstorm watch usually covers many counties and lasts for several hours. Nothing may happen where you are. It is the time to charge your phone, to find your shoes and flashlight, to think about where you will go, and to look at the forecast again.

A warning says that it is happening or about to happen. It covers a small area, drawn around one storm, and lasts for less than an hour in most cases. For a tornado warning the instruction is simple: take shelter now. A severe thunderstorm warning means hail of at least one inch or wind gusts of 58 miles an hour or more: go indoors and stay away from windows.

An advisory is for weather that is a nuisance and can become dangerous if you are careless, such as fog, wind or a little ice.

Make sure that a warning can wake you. Keep emergency alerts switched on in your phone’s settings, and put a NOAA Weather Radio with a battery beside the bed. Outdoor sirens are meant for people outdoors; do not count on hearing one through walls, rain and sleep. Two independent ways to get a warning are far better than one.`,
  },
];
