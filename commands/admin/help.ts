import { groups } from './groups'
import type { Verbs } from './verb'

const COLUMN = 44

const table: Readonly<Record<string, Verbs>> = groups

/** `npm run admin -- --help` */
export const help = `npm run admin -- <what> <verb> [options]

For the owner of an app. The server may run meanwhile.

${Object.entries(table)
  .flatMap(([group, verbs]) => Object.values(verbs).map(({ usage, what }) => lineOf(`${group} ${usage}`, what)))
  .join('\n')}

Options
  --app <id>          by default the one that a file of \`apps\` defines, else app_demo, else the only one
  --mode test|live    Test Mode on a development machine, else live, when nothing is said
  --json              for programs
  --help

It reads the same settings as the server (DATA_DIR and others). Every act is in the audit log.
Exit code: 0 done, 1 refused or failed, 2 asked wrongly.`

function lineOf(usage: string, what: string): string {
  return usage.length < COLUMN ? `  ${usage.padEnd(COLUMN)}${what}` : `  ${usage}\n  ${' '.repeat(COLUMN)}${what}`
}
