import { socialProviders } from '../../contract/providers'
import type { Setting, SettingGroup } from './setting'
import { settingGroups } from './setting-groups'

const groups: readonly SettingGroup[] = settingGroups
const all: readonly Setting[] = groups.flatMap(({ settings }) => settings)

const providers = socialProviders.map(({ key }) => key.toUpperCase())

/** What a name in the table stands for. `<KEY>` can be anything. */
const patterns = all.map((setting) => {
  const source = setting.name.replace('<PROVIDER>', `(${providers.join('|')})`).replace('<KEY>', '[A-Z0-9_]+')
  return { setting, pattern: new RegExp(`^${source}$`, 'u') }
})

/** The row of a variable; undefined for one that is not ours. */
export const findSetting = (name: string): Setting | undefined =>
  patterns.find(({ pattern }) => pattern.test(name))?.setting

/** Every name that can be listed; those of `<KEY>` cannot. */
export const settingNames: readonly string[] = all
  .flatMap(({ name }) =>
    name.includes('<PROVIDER>') ? providers.map((provider) => name.replace('<PROVIDER>', provider)) : [name],
  )
  .filter((name) => !name.includes('<KEY>'))

export const FILE_SUFFIX = '_FILE'

/** The row of the secret that a file may hold, which a variable such as `SMTP_URL_FILE` names. */
export function findSecretOfFile(name: string): Setting | undefined {
  const setting = name.endsWith(FILE_SUFFIX) ? findSetting(name.slice(0, -FILE_SUFFIX.length)) : undefined
  return setting?.isSecret ? setting : undefined
}
