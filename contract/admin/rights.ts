/** Parts of a definition that are edited item by item. `app`, `design`, `texts` and `payments` have one item, `current`. */
export const definitionParts = [
  'app',
  'plans',
  'prices',
  'coupons',
  'groups',
  'gates',
  'fields',
  'design',
  'texts',
  'payments',
] as const

export type DefinitionPart = (typeof definitionParts)[number]

/** The rights of roles and keys. Every endpoint of the admin API names one. */
export const rights = [
  'members.read',
  'members.write',
  'members.delete',
  'members.export',
  'members.impersonate',
  'data.read',
  'data.write',
  'plans.write',
  'content.write',
  'design.write',
  'signin.write',
  'credentials.write',
  'webhooks.write',
  'keys.write',
  'team.write',
  'trusttag.write',
  'refunds.write',
  'comments.moderate',
  'audit.read',
  'analytics.read',
] as const

export type Right = (typeof rights)[number]

/** Rights that belong to no app: of every person of the console, or of a server owner. */
export type ServerRight = 'staff' | 'server'

const reading = ['members.read', 'data.read', 'audit.read', 'analytics.read'] as const satisfies readonly Right[]

/** Team, credentials and live mode (`credentials.write`, `team.write`) are the owner's alone. */
const ofOwner: ReadonlySet<Right> = new Set(['team.write', 'credentials.write'])

/** Rights of each role in one app. */
export const roles = {
  owner: rights,
  admin: rights.filter((right) => !ofOwner.has(right)),
  support: ['members.read', 'members.write', 'comments.moderate', 'trusttag.write'],
  'read-only': reading,
} as const satisfies Record<string, readonly Right[]>

export type Role = keyof typeof roles

export const roleNames = ['owner', 'admin', 'support', 'read-only'] as const satisfies readonly Role[]

/** A key never acts on the team or as a member. Keys without a list of rights have all of these. */
export const keyRights: readonly Right[] = rights.filter(
  (right) => right !== 'team.write' && right !== 'members.impersonate',
)

/** Rights of which each covers a part of the definition: see `partRights`. */
export const definitionRights = [
  'plans.write',
  'content.write',
  'design.write',
  'signin.write',
] as const satisfies readonly Right[]

export type DefinitionRight = (typeof definitionRights)[number]

/** Right for each part of the definition that is edited item by item. `app` has fields of several: see `fieldRights` of the server. */
export const partRights = {
  app: null,
  plans: 'plans.write',
  prices: 'plans.write',
  coupons: 'plans.write',
  payments: 'plans.write',
  groups: 'content.write',
  gates: 'content.write',
  contents: 'content.write',
  fields: 'signin.write',
  design: 'design.write',
  texts: 'design.write',
} as const satisfies Record<DefinitionPart | 'contents', DefinitionRight | null>

export const mayDo = (role: Role, right: Right): boolean => (roles[role] as readonly Right[]).includes(right)

export const isRight = (text: string): text is Right => (rights as readonly string[]).includes(text)
