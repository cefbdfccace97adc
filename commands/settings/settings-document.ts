import type { Setting, SettingGroup } from '../../api/lib/settings'
import { settingGroups } from '../../api/config/setting-groups'
import { defaultInWords, shapeInWords } from './setting-words'

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
