/** What any process may need to know of the machine that it runs on; nothing of ours, and nothing else that a shell exports. */
const names = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TMP', 'TEMP', 'TZ', 'LANG', 'LANGUAGE', 'LD_LIBRARY_PATH'],
  ...['FORCE_COLOR', 'NO_COLOR', 'TERM', 'XDG_CACHE_HOME', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_COMPILE_CACHE', 'NODE_V8_COVERAGE'],
  // Windows starts no process without them.
  ...[
    'SYSTEMROOT',
    'SYSTEMDRIVE',
    'WINDIR',
    'COMSPEC',
    'PATHEXT',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
    'PROGRAMDATA',
  ],
]);

/** Whether a variable says something about the machine. Windows writes names in any case. */
export const isOfMachine = (name) => names.has(name.toUpperCase()) || name.startsWith('LC_');

/** Returns the machine's variables for a child process that needs nothing else of this process's environment. */
export const machineEnvironment = (environment = process.env) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => isOfMachine(name)));
