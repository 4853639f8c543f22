/** Variables that describe the machine, excluding secrets and our settings. */
const names = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'TMP',
  'TEMP',
  'TZ',
  'LANG',
  'LANGUAGE',
  'LD_LIBRARY_PATH',
  'FORCE_COLOR',
  'NO_COLOR',
  'TERM',
  'XDG_CACHE_HOME',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_COMPILE_CACHE',
  'NODE_V8_COVERAGE',
  // Windows can't start a process without these.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
]);

/** Windows reports names in any case. @param {string} name */
export const isOfMachine = (name) => names.has(name.toUpperCase()) || name.startsWith('LC_');

/** For child processes that need nothing else from this environment. */
export const machineEnvironment = (environment = process.env) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => isOfMachine(name)));
