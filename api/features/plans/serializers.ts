import type { AdminPlan } from '../../../contract/admin/schemas/plans'
import type {
  App,
  CustomField,
  Member,
  MemberAuth,
  Plan,
  PlanConnection,
  Price,
  Tokens,
} from '../../../contract/entities'
import type { Team } from '../../../contract/team'
import type { InspectorLinks } from '../../../contract/types/app'
import type { Mode } from '../../lib/ids'
import type { Services } from '../../http/services'
import type { AppDefinition, CustomFieldDefinition, PlanDefinition, PriceDefinition } from '../apps/definition'
import { offeredProviders, providerIconUrl } from '../apps/social-providers'
import { offersPasskeys, relatedSite } from '../apps/relying-party'
import { signInPolicy } from '../apps/sign-in-policy'
import type { Captcha } from '../captcha/check'
import { isModerator, withoutAdminFields } from '../members/fields'
import type { MemberRow } from '../members/repository'
import { findRedirect, isActive, type MemberPlans, toContentGroups } from './repository'
import type { PlanConnectionRow, TeamPerson, TeamRow } from './repository'

export type AppServices = Pick<Services, 'socialProviders' | 'urls'> & {
  captcha: Pick<Captcha, 'publicPart'>
  console: Pick<Services['console'], 'enabled'>
}

export interface LoggedIn {
  app: AppDefinition
  member: MemberRow
  plans: MemberPlans
  tokens: Tokens
  device?: string | undefined
  event: 'afterSignup' | 'afterLogin'
  includeContentGroups: boolean | undefined
}

/** The calling page. */
interface AppPage {
  app: AppDefinition
  mode: Mode
  origin: string | null
}

/** @param plans of the calling member; null for a visitor */
export async function toApp(services: AppServices, page: AppPage, plans: MemberPlans | null): Promise<App> {
  const { app, mode } = page
  const { methods, storedMember } = signInPolicy(app)
  return {
    id: app.id,
    name: app.name,
    mode: mode === 'live' ? 'live' : 'sandbox',
    publicKey: app.keys[mode],
    plans: app.plans.map(toPlan),
    contentGroups: toContentGroups(app, plans),
    customFields: app.customFields.map(toCustomField),
    allowMemberSelfDelete: app.allowMemberSelfDelete,
    captchaRequired: app.captchaRequired,
    captcha: services.captcha.publicPart,
    authProviders: offeredProviders(services, app, mode).map(({ provider, name, order }) => {
      return { provider, name, order, icon: providerIconUrl(services.urls, provider) }
    }),
    additionalAuthMethods: {
      passwordless: { ...app.passwordless, enabled: methods.code || methods.link },
      passkey: await toPasskeyMethod(page),
      link: { enabled: methods.link, only: !methods.code },
      ...(!methods.password && { password: { enabled: false as const } }),
    },
    ...(storedMember === 'minimal' && { storedMember }),
    ssoSignupButtonURL: null,
    isPaid: true,
    branding: app.branding,
    texts: app.texts,
    ...(mode === 'test' && { inspectorLinks: toInspectorLinks(services, app) }),
  }
}

async function toPasskeyMethod({ app, mode, origin }: AppPage): Promise<App['additionalAuthMethods']['passkey']> {
  const enabled = await offersPasskeys(app, mode)
  const { offer } = signInPolicy(app).passkeys
  const site = enabled ? await relatedSite(app, mode, origin) : undefined
  return { enabled, ...(enabled && offer === 'after-login' && { offer }), ...(site !== undefined && { site }) }
}

const DEMO_APP_ID = 'app_demo'

/**
 * Paths of the app's own site are absolute: pages of other origins show these links too. An app without a dashboard of
 * its own has the console.
 */
function toInspectorLinks(
  { console, urls }: AppServices,
  { id, siteUrl, inspectorLinks }: AppDefinition,
): InspectorLinks {
  const links = { ...(console.enabled && { dashboard: `${urls.api}/console/apps/${id}` }), ...inspectorLinks }
  const site = siteUrl ?? (id === DEMO_APP_ID ? urls.demo : null)
  if (site === null) return links
  const absolute = (target?: string): string | undefined =>
    target?.startsWith('/') ? new URL(target, site).href : target
  return Object.fromEntries(Object.entries(links).map(([name, target]) => [name, absolute(target)]))
}

/** Without what only owners see. */
function toCustomField(definition: CustomFieldDefinition): CustomField {
  const { filterable: _, ...field } = definition
  return field
}

export function toMemberAuth(loggedIn: LoggedIn): MemberAuth {
  const { app, member, plans, tokens, device, event, includeContentGroups } = loggedIn
  return {
    tokens,
    member: toMember(app, member, plans),
    redirect: findRedirect(app, event, member, plans),
    ...(device !== undefined && { device }),
    ...(includeContentGroups && { contentGroups: toContentGroups(app, plans) }),
  }
}

/** A member as they may read themselves, without admin fields. */
export function toMember(app: AppDefinition, row: MemberRow, plans: MemberPlans): Member {
  return {
    id: row.id,
    verified: row.verified,
    profileImage: row.profileImage,
    auth: {
      email: row.email,
      hasPassword: row.passwordHash !== null,
      providers: row.providers.map((provider) => ({ provider })),
    },
    // Where a login would lead now, not only the redirect that an admin set.
    loginRedirect: findRedirect(app, 'afterLogin', row, plans),
    stripeCustomerId: row.stripeCustomerId,
    createdAt: new Date(row.createdAt).toISOString(),
    metaData: row.metaData,
    customFields: withoutAdminFields(app, row.customFields),
    permissions: [],
    ...(app.comments && { isModerator: isModerator(app, row) }),
    planConnections: plans.connections.map((connection) => toPlanConnection(app, connection)),
    teams: toTeams(app, plans),
    json: row.json,
  }
}

export const toPlan = ({ id, name, description, priority, active, prices }: PlanDefinition): Plan => ({
  id,
  name,
  description: description ?? null,
  priority: priority ?? null,
  status: active ? 'ACTIVE' : 'INACTIVE',
  prices: prices.map(toPrice),
})

export const toAdminPlan = (plan: PlanDefinition, memberCount: number): AdminPlan => ({
  ...toPlan(plan),
  restrictToAdmin: plan.restrictedToAdmin,
  memberLimit: plan.memberLimit ?? null,
  memberCount,
  teamSeats: plan.team?.seats ?? null,
})

/** A plan that is gone from the app has its id as its name. */
export function toPlanConnection(app: AppDefinition, row: PlanConnectionRow): PlanConnection {
  const plan = app.plans.find(({ id }) => id === row.planId)
  const price = plan?.prices.find(({ id }) => id === row.priceId)
  return {
    id: row.id,
    active: isActive(row),
    status: row.status,
    planId: row.planId,
    planName: plan?.name ?? row.planId,
    type: typeOf(row, price),
    payment: toPayment(row),
  }
}

/**
 * For the team's owner. A plan without seats, or gone from the app, has no invite token.
 * @param connection the owner's, with the plan that the team shares
 */
export function toTeam(
  app: AppDefinition,
  { id, inviteToken }: TeamRow,
  connection: PlanConnectionRow,
  people: readonly TeamPerson[],
): Team {
  const plan = app.plans.find((one) => one.id === connection.planId)
  const teamAccountUpgradeLink = plan?.team?.upgradeLink ?? null
  return {
    id,
    inviteToken: plan?.team ? inviteToken : null,
    maxTeamMembers: plan?.team?.seats ?? null,
    plan: {
      id: connection.planId,
      name: plan?.name ?? connection.planId,
      teamAccountInviteSignupLink: plan?.team?.inviteSignupLink ?? null,
      teamAccountUpgradeLink,
    },
    ownersPlanConnection: {
      id: connection.id,
      active: isActive(connection),
      plan: { id: connection.planId, teamAccountUpgradeLink },
    },
    members: people.map(({ memberId, role, email, profileImage }) => ({
      role,
      member: { id: memberId, auth: { email }, profileImage },
    })),
  }
}

/** 1000 is 10 in USD and 1000 in JPY: decimals differ by currency. */
export function toMajorUnits({ amountMinor, currency }: Pick<PriceDefinition, 'amountMinor' | 'currency'>): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return amountMinor / 10 ** maximumFractionDigits
}

/** `$10.00` or `−$5.00`. */
export function money(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(toMajorUnits({ amountMinor, currency })).replace('-', '−')
}

function toTeams(app: AppDefinition, { teams }: MemberPlans): Member['teams'] {
  if (teams.length === 0) return { ownedTeams: [], joinedTeams: [] }
  const ofRole = (wanted: (typeof teams)[number]['role']) => teams.filter(({ role }) => role === wanted)
  return {
    ownedTeams: ofRole('OWNER').map(({ team }) => ({ teamId: team.id })),
    joinedTeams: ofRole('MEMBER').map(({ team, connection }) => ({
      teamId: team.id,
      planName: app.plans.find(({ id }) => id === connection.planId)?.name ?? connection.planId,
      planId: connection.planId,
      active: isActive(connection),
    })),
  }
}

const toPrice = (price: PriceDefinition): Price => ({
  id: price.id,
  name: price.name,
  type: price.interval ? 'SUBSCRIPTION' : 'ONETIME',
  status: price.active ? 'ACTIVE' : 'INACTIVE',
  amount: toMajorUnits(price),
  currency: price.currency,
  interval: { type: price.interval?.type ?? null, count: price.interval?.count ?? null },
})

function toPayment({ priceId, purchase }: PlanConnectionRow): PlanConnection['payment'] {
  if (priceId === null || purchase === null) return null
  return {
    amount: toMajorUnits(purchase),
    currency: purchase.currency,
    status: purchase.paymentStatus,
    lastBillingDate: purchase.lastBilledAt,
    nextBillingDate: purchase.nextBillingAt,
    cancelAtDate: purchase.cancelAt,
    priceId,
  }
}

function typeOf({ priceId, purchase }: PlanConnectionRow, price: PriceDefinition | undefined): PlanConnection['type'] {
  if (priceId === null) return 'FREE'
  return price?.interval || purchase?.nextBillingAt ? 'SUBSCRIPTION' : 'ONETIME'
}
