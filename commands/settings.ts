import { writeFile } from 'node:fs/promises'
import { ConfigError, readConfig } from '../api/config'
import type { Setting, SettingGroup, SettingShape } from '../api/lib/settings'
import { settingGroups } from '../api/config/table'
import { unknownSettings } from '../api/config/reader'
import { runCommand, UsageError, verbOf } from './command'
import type { CommandOptions } from './command'

interface SettingsCommandOptions extends CommandOptions {
  /** Path of docs/settings.md. */
  documentFile: string
}

/**
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused, 2 invalid usage
 */
export const settingsCommand = (argv: readonly string[], options: SettingsCommandOptions): Promise<number> =>
  runCommand(command, argv, options, ({ verb, input }) => verb.run(input, options))

const settingsVerb = verbOf<[options: SettingsCommandOptions], void>()({
  name: '',
  summary: '',
  options: {
    check: {
      type: 'boolean',
      summary: `checks the settings as \`npm run start:production\` would, and lists what it would refuse.
Starts nothing and shows no values`,
    },
    write: { type: 'boolean', summary: 'regenerates docs/settings.md' },
  },
  async run({ values }, { env, documentFile, print, complain }) {
    if (values.check && values.write) throw new UsageError('Use either --check or --write.')
    if (values.write) {
      await writeFile(documentFile, settingsDocument())
      return print('docs/settings.md was written.')
    }
    if (!values.check) return settingsList().forEach((line) => print(line))
    for (const line of unknownSettings(env)) complain(line)
    readConfig(env, { production: true })
    print('A production start would accept these settings.')
  },
})

const command = {
  name: 'settings',
  usage: ['[-- --check | --write]'],
  about: 'Lists every setting with its meaning, format and default.',
  verbs: [settingsVerb],
  options: {},
  notes: '',
  exitCodes: ['done', 'refused', 'invalid usage'],
  refusals: [ConfigError],
} as const

const groups: readonly SettingGroup[] = settingGroups

const INTRODUCTION = `# Settings

Use this page to look up a setting. [Running it for others](self-hosting.md) shows which settings a server needs.

\`\`\`sh
SITE_PORT=5000 npm start          # sets one for a single start
npm run settings                  # prints this page
npm run settings -- --check       # prints what a production start would refuse
\`\`\`

- A setting is an environment variable. An empty one is treated as missing; spaces around a value are removed.
- \`SETTINGS_FILE\` names a file with more settings, which the server and every command read. \`.env\` is not read automatically.
- A **secret** can be in its own file: \`SMTP_URL_FILE=/run/secrets/smtp\` instead of \`SMTP_URL\`. Setting both is refused, and so is an empty or
  unreadable file. Errors and the log never repeat a secret.
- Invalid settings stop the start, all reported at once, one line each. A name that is nearly a setting causes a warning.
- This page is generated from the code (\`npm run settings -- --write\`).
`

export const settingsDocument = (): string => [INTRODUCTION, ...groups.map(section)].join('\n')

const section = ({ title, about, settings }: SettingGroup): string =>
  [`## ${title}`, '', about, '', ...table([HEAD, ...settings.map(row)]), ''].join('\n')

const HEAD = ['setting', 'meaning', 'value', 'default', 'example']

const row = (setting: Setting): string[] => [
  `\`${setting.name}\`${setting.isSecret ? ' (secret)' : ''}`,
  setting.meaning,
  shapeInWords(setting.shape),
  defaultInWords(setting),
  `\`${setting.example}\``,
]

/** Padded columns, as Prettier formats them. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = line(widths.map((width) => '-'.repeat(width)))
  const [head = '', ...body] = rows.map(line)
  return [head, rule, ...body]
}

const settingsList = (): string[] =>
  groups.flatMap(({ title, settings }) => [title, '', settings.map(linesOf).join('\n'), ''])

const linesOf = (setting: Setting): string =>
  [
    `  ${setting.name}${setting.isSecret ? ` (secret; ${setting.name}_FILE may name a file that contains it)` : ''}`,
    `      ${plain(setting.meaning)}`,
    `      ${plain(shapeInWords(setting.shape))}; default: ${plain(defaultInWords(setting))}`,
  ].join('\n')

/** Removes Markdown. */
const plain = (text: string): string => text.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]+\)/gu, '$1')

function shapeInWords(shape: SettingShape): string {
  if (shape.is === 'integer') return `a whole number from ${shape.from} to ${shape.to}`
  if (shape.is === 'choice') return `\`${shape.of.slice(0, -1).join('`, `')}\` or \`${shape.of.at(-1) ?? ''}\``
  return shape.is === 'origin' ? 'an origin: `https://…` without a path' : codeLike(shape.like)
}

const defaultInWords = ({ default: fallback }: Setting): string =>
  'value' in fallback ? `\`${fallback.value}\`` : fallback.none

/** A literal value is code, a description is not. */
const codeLike = (like: string): string => (/[<…:]/u.test(like) && !like.includes('`') ? `\`${like}\`` : like)
