/**
 * SQL over `alert_runs`: whether the alert was in effect before the weather proxy could see it. Its dispatch says nothing about how fast
 * warnings go out, so delivery figures count it apart.
 */
export const isAlreadyActive = `coalesce((alert->>'alreadyActive')::boolean, false)`;
