import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import ts from 'typescript';
import { root } from '../lib/checkout.mjs';
import { readProject } from './import-graph.mjs';
import { lintFiles } from './lint.mjs';

/**
 * Checks the types of some files of a project and lints some, with one program for both: reading a project takes longer than checking a
 * few of its files. Reads `{ folder, check, lint }` from stdin; exits with 1 if there is something to mend.
 */

const { folder, check, lint } = JSON.parse(await text(process.stdin));
const { fileNames, options } = readProject(root, folder);
const paths = check.map((path) => join(root, path));
// No file imports ambient declarations.
const ambient = fileNames.filter((path) => path.endsWith('.d.ts'));
const host = ts.createCompilerHost(options);
// As tsc does: no rule of ours reads the comments of a quarter of a million lines of declarations.
host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
const program = ts.createProgram({ rootNames: [...new Set([...paths, ...ambient])], options, host });
const problems = [
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...paths.flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  }),
];
const format = process.env.FORCE_COLOR ? ts.formatDiagnosticsWithColorAndContext : ts.formatDiagnostics;
process.stdout.write(
  format(problems, { getCurrentDirectory: () => root, getCanonicalFileName: (name) => name, getNewLine: () => '\n' }),
);
const isClean = await lintFiles(lint, {
  files: ['**/*.{ts,tsx}'],
  languageOptions: { parserOptions: { projectService: false, programs: [program] } },
});
process.exit(problems.length === 0 && isClean ? 0 : 1);
