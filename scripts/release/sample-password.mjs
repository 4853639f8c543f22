/** Password of the first admin in the dumps of tests/upgrade/. */
export const samplePassword = 'cumulus over ozark 1874';
