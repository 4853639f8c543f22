/** Named alike in CAP and in our alerts. */
const tagNames = [
  'tornadoDetection',
  'tornadoDamageThreat',
  'thunderstormDamageThreat',
  'flashFloodDetection',
  'flashFloodDamageThreat',
  'maxHailSize',
  'maxWindGust',
  'eventMotionDescription',
] as const;
type TagName = (typeof tagNames)[number];

export const tagsOf = (valueOf: (name: TagName) => string) =>
  Object.fromEntries(tagNames.map((name) => [name, valueOf(name)])) as Record<TagName, string>;
