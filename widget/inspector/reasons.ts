import type { App, ContentGroup } from '../../contract/entities'
import { PLAN_ID_PREFIX } from '../../contract/limits'
import type { AttributeValue } from '../attributes'

/** The people that each built-in value of `data-ms-content` names, for texts. */
const whom: Record<AttributeValue<'content'>, string> = {
  members: 'members',
  verified: 'members with a verified email',
  'paid-plans': 'members with a paid plan',
  'free-plans': 'members with a free plan',
  'no-plans': 'members without a plan',
  'is-trialing': 'members on a trial',
  'has-password': 'members with a password',
  'has-failed-payment': 'members whose payment failed',
  'is-admin': 'admins',
}

/**
 * The people who see an element with this `data-ms-content`, such as `group pro-area needs plan pln_pro`.
 * @param value with or without `!`
 * @param app null while unknown
 */
export function reasonFor(value: string, app: Pick<App, 'contentGroups'> | null): string {
  const name = value.replace(/^!/, '')
  const isInverted = name !== value
  const group = app?.contentGroups.find(({ key }) => key === name)
  if (isBuiltIn(name)) return `${isInverted ? 'not' : 'only'} for ${whom[name]}`
  if (name.startsWith(PLAN_ID_PREFIX)) return isInverted ? `not with plan ${name}` : `needs plan ${name}`
  if (!group) return app ? `unknown group ${name}` : `group ${name}`
  return isInverted ? `not for members of group ${name}` : groupReason(group)
}

/** The people with access to a content group. */
export function groupReason({ key, allowAllMembers, plans }: ContentGroup): string {
  if (allowAllMembers) return `group ${key} is for all members`
  return plans.length > 0
    ? `group ${key} needs plan ${plans.map(({ id }) => id).join(' or ')}`
    : `group ${key} has no plan`
}

const isBuiltIn = (name: string): name is keyof typeof whom => Object.hasOwn(whom, name)
