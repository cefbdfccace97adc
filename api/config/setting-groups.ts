import { airtable } from './groups/airtable'
import { captcha } from './groups/captcha'
import { development } from './groups/development'
import { mail } from './groups/mail'
import { observation } from './groups/observation'
import { operation } from './groups/operation'
import { payments } from './groups/payments'
import { serving } from './groups/serving'
import { socialLogin } from './groups/social-login'
import { storage } from './groups/storage'
import { trusttag } from './groups/trusttag'
import type { SettingGroup } from '../lib/settings'

/** Every variable that the product reads, in the order of the reference. What is not here cannot be read. */
export const settingGroups = [
  operation,
  observation,
  serving,
  storage,
  mail,
  captcha,
  payments,
  socialLogin,
  trusttag,
  airtable,
  development,
] as const satisfies readonly SettingGroup[]

export type SettingRow = (typeof settingGroups)[number]['settings'][number]

/** Names of the settings that are written in one way. */
export type NameOfShape<Kind extends SettingRow['shape']['is']> = Extract<SettingRow, { shape: { is: Kind } }>['name']
