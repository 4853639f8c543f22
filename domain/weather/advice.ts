/** One sentence of advice per event name, based on the weather service's calls to action (weather.gov/safety). */
const advice: readonly (readonly [RegExp, string])[] = [
  [/^tornado warning$/i, 'Take shelter now: lowest floor, interior room. Avoid windows.'],
  [/^extreme wind warning$/i, 'Take shelter now: interior room. Avoid windows.'],
  [/^flash flood (warning|emergency)$/i, 'Move to higher ground. Do not walk or drive through water.'],
  [/^severe thunderstorm warning$/i, 'Go inside and stay away from windows.'],
  [/^(snow squall|dust storm) warning$/i, 'Slow down or stay off the road.'],
  [/^tornado watch$/i, 'Know where you will take shelter.'],
  [/^severe thunderstorm watch$/i, 'Be ready to go inside.'],
  [
    /^(special marine|gale|storm|hurricane force wind|heavy freezing spray|hazardous seas) (warning|watch)$/i,
    'Stay in a safe harbor, or return to one.',
  ],
  [/^(hurricane|typhoon|tropical storm|storm surge)\b/i, 'Follow evacuation orders from local officials.'],
  [/^tsunami warning$/i, 'Move to high ground or inland now.'],
  [/^earthquake warning$/i, 'Drop, cover and hold on.'],
  [/^avalanche\b/i, 'Stay off steep slopes.'],
  [/^high surf\b/i, 'Stay out of the water.'],
  [/^blowing dust\b/i, 'Slow down or stay off the road.'],
  [/^child abduction emergency$/i, 'Call 911 if you see them.'],
  [/^911 telephone outage/i, 'Call your local police or fire department directly.'],
  [/\bflood\b/i, 'Stay away from rising water and do not drive through it.'],
  [/^(blizzard|ice storm|winter storm) warning$/i, 'Avoid travel.'],
  [/\b(winter|ice|snow|freezing)\b/i, 'Be careful on the roads.'],
  [/\b(cold|wind chill|freeze|frost)\b/i, 'Protect people, pets, pipes and plants from the cold.'],
  [/\bheat\b/i, 'Drink water, stay in the shade, check on others.'],
  [/^fire warning$/i, 'Be ready to leave. Follow instructions from local officials.'],
  [/^(red flag warning|fire weather watch|extreme fire danger)$/i, 'Do not burn anything outdoors.'],
  [
    /^(evacuation|shelter in place|civil|law enforcement|local area|hazardous materials|radiological|nuclear|volcano|ashfall)/i,
    'Follow instructions from local officials.',
  ],
  [/\bwind\b/i, 'Secure loose objects outdoors.'],
  [/\bfog\b/i, 'Slow down and use low beams.'],
];

/** @param event "Tornado Warning" */
export const adviceFor = (event: string): string =>
  advice.find(([name]) => name.test(event.trim()))?.[1] ?? 'Read the full alert for what to do.';
