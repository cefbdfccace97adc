import type { Setting, SettingGroup } from '../../api/lib/settings'
import { settingGroups } from '../../api/config/setting-groups'
import { defaultInWords, shapeInWords } from './setting-words'

const groups: readonly SettingGroup[] = settingGroups

/** The table of settings as lines for a terminal. */
export const settingsList = (): string[] =>
  groups.flatMap(({ title, settings }) => [title, '', settings.map(linesOf).join('\n'), ''])

const linesOf = (setting: Setting): string =>
  [
    `  ${setting.name}${setting.isSecret ? ` (secret; ${setting.name}_FILE may name a file that holds it)` : ''}`,
    `      ${plain(setting.meaning)}`,
    `      ${plain(shapeInWords(setting.shape))}; without it: ${plain(defaultInWords(setting))}`,
  ].join('\n')

/** Without the marks of Markdown. */
const plain = (text: string): string => text.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]+\)/gu, '$1')
