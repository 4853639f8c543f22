/**
 * SQL over `alert_runs`: whether the alert was in effect before the weather proxy could see it. Such a dispatch isn't a
 * measure of our speed, so delivery figures count it separately.
 */
export const isAlreadyActive = `coalesce((alert->>'alreadyActive')::boolean, false)`;
