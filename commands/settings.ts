import { writeFile } from 'node:fs/promises'
import { ConfigError, readConfig } from '../api/config'
import type { Setting, SettingGroup, SettingShape } from '../api/lib/settings'
import { settingGroups } from '../api/config/setting-groups'
import { unknownSettings } from '../api/config/unknown-settings'
import { runCommand, UsageError, verbOf } from './command'
import type { CommandOptions } from './command'

interface SettingsCommandOptions extends CommandOptions {
  /** Path of the reference, docs/settings.md. */
  documentFile: string
}

/**
 * Shows the table of settings, checks what is set, or writes the reference.
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
      summary: `reads the settings as \`npm run start:production\` would, and says what it would refuse.
Nothing is started, no value is shown`,
    },
    write: { type: 'boolean', summary: 'writes the reference, docs/settings.md, again' },
  },
  async run({ values }, { env, documentFile, print, complain }) {
    if (values.check && values.write) throw new UsageError('Either --check or --write.')
    if (values.write) {
      await writeFile(documentFile, settingsDocument())
      return print('docs/settings.md is written.')
    }
    if (!values.check) return settingsList().forEach((line) => print(line))
    for (const line of unknownSettings(env)) complain(line)
    readConfig(env, { production: true })
    print('A start in production would take these settings.')
  },
})

const command = {
  name: 'settings',
  usage: ['[-- --check | --write]'],
  about: 'Every setting of the product: what it means, how it is written, what counts without it.',
  verbs: [settingsVerb],
  options: {},
  notes: '',
  exitCodes: ['done', 'refused', 'invalid usage'],
  refusals: [ConfigError],
} as const

const groups: readonly SettingGroup[] = settingGroups

const INTRODUCTION = `# Settings

Every setting of the product, made from the table that it reads them through (\`npm run settings -- --write\`). How they come
together to a server is in [running it for others](self-hosting.md).

- A setting is a variable of the environment. An empty one counts as absent, spaces around a value are dropped.
- \`SETTINGS_FILE\` names a file with more of them, which the server and every command read. A file \`.env\` is not read by itself.
- A **secret** may come from a file of its own: \`SMTP_URL_FILE=/run/secrets/smtp\` in place of \`SMTP_URL\`. The two at once are
  refused, and so is a file that is empty or cannot be read. No secret is ever repeated in an error or in the log.
- What cannot be used stops the start, all of it at once, one line each. A name that is nearly one of these is warned about.
- \`npm run settings\` shows this table in a terminal; \`npm run settings -- --check\` says what a start in production would refuse.
`

/** The reference of all settings, in Markdown. */
export const settingsDocument = (): string => [INTRODUCTION, ...groups.map(section)].join('\n')

const section = ({ title, about, settings }: SettingGroup): string =>
  [`## ${title}`, '', about, '', ...table([HEAD, ...settings.map(row)]), ''].join('\n')

const HEAD = ['setting', 'meaning', 'value', 'without it', 'for example']

const row = (setting: Setting): string[] => [
  `\`${setting.name}\`${setting.isSecret ? ' (secret)' : ''}`,
  setting.meaning,
  shapeInWords(setting.shape),
  defaultInWords(setting),
  `\`${setting.example}\``,
]

/** Columns of one width each, as the rest of the documentation has them. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = line(widths.map((width) => '-'.repeat(width)))
  const [head = '', ...body] = rows.map(line)
  return [head, rule, ...body]
}

/** The table of settings as lines for a terminal. */
const settingsList = (): string[] =>
  groups.flatMap(({ title, settings }) => [title, '', settings.map(linesOf).join('\n'), ''])

const linesOf = (setting: Setting): string =>
  [
    `  ${setting.name}${setting.isSecret ? ` (secret; ${setting.name}_FILE may name a file that holds it)` : ''}`,
    `      ${plain(setting.meaning)}`,
    `      ${plain(shapeInWords(setting.shape))}; without it: ${plain(defaultInWords(setting))}`,
  ].join('\n')

/** Without the marks of Markdown. */
const plain = (text: string): string => text.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]+\)/gu, '$1')

/** How a value is written, for people. */
function shapeInWords(shape: SettingShape): string {
  if (shape.is === 'integer') return `a whole number from ${shape.from} to ${shape.to}`
  if (shape.is === 'choice') return `\`${shape.of.slice(0, -1).join('`, `')}\` or \`${shape.of.at(-1) ?? ''}\``
  return shape.is === 'origin' ? 'an origin: `https://…` without a path' : codeLike(shape.like)
}

const defaultInWords = ({ default: fallback }: Setting): string =>
  'value' in fallback ? `\`${fallback.value}\`` : fallback.none

/** A literal value is code; a description is not. */
const codeLike = (like: string): string => (/[<…:]/u.test(like) && !like.includes('`') ? `\`${like}\`` : like)
