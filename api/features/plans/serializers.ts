import type { AdminPlan } from '../../../contract/admin/schemas/plans'
import type { App, Member, MemberAuth, Plan, PlanConnection, Price, Tokens } from '../../../contract/entities'
import type { Team } from '../../../contract/team'
import type { AppDefinition, PlanDefinition, PriceDefinition } from '../apps/definition'
import type { Mode } from '../../domain/mode'
import { offeredProviders, providerIconUrl } from '../apps/social-providers'
import type { Captcha } from '../captcha/check'
import type { Services } from '../../ports/services'
import type { MemberRow, PlanConnectionRow } from '../../ports/store'
import type { TeamPerson, TeamRow } from '../../ports/team-store'
import { isModerator, withoutAdminFields } from '../members/serializers'
import { findRedirect, isActive } from './connections'
import type { MemberPlans } from './connections'
import { toContentGroups } from './content'

/** Services that know the captcha of the installation and which providers are set up. */
export type AppServices = Pick<Services, 'socialProviders' | 'urls'> & { captcha: Pick<Captcha, 'publicPart'> }

export interface LoggedIn {
  app: AppDefinition
  member: MemberRow
  plans: MemberPlans
  tokens: Tokens
  /** A new device token for the browser to keep. */
  device?: string | undefined
  event: 'afterSignup' | 'afterLogin'
  includeContentGroups: boolean | undefined
}

/**
 * An app as its clients read it.
 * @param plans of the calling member; null for a visitor
 */
export function toApp(services: AppServices, app: AppDefinition, mode: Mode, plans: MemberPlans | null): App {
  return {
    id: app.id,
    name: app.name,
    mode: mode === 'live' ? 'live' : 'sandbox',
    publicKey: app.keys[mode],
    plans: app.plans.map(toPlan),
    contentGroups: toContentGroups(app, plans),
    customFields: app.customFields,
    allowMemberSelfDelete: app.allowMemberSelfDelete,
    captchaRequired: app.captchaRequired,
    captcha: services.captcha.publicPart,
    authProviders: offeredProviders(services, app, mode).map(({ provider, name, order }) => {
      return { provider, name, order, icon: providerIconUrl(services.urls, provider) }
    }),
    additionalAuthMethods: { passwordless: app.passwordless },
    ssoSignupButtonURL: null,
    isPaid: true,
    branding: app.branding,
    texts: app.texts,
    ...(mode === 'test' && app.inspectorLinks && { inspectorLinks: app.inspectorLinks }),
  }
}

/** The response to a sign-up or a login. */
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

/** A plan as clients read it. */
export const toPlan = ({ id, name, description, priority, active, prices }: PlanDefinition): Plan => ({
  id,
  name,
  description: description ?? null,
  priority: priority ?? null,
  status: active ? 'ACTIVE' : 'INACTIVE',
  prices: prices.map(toPrice),
})

/** A plan as the admin API returns it. */
export const toAdminPlan = (plan: PlanDefinition, memberCount: number): AdminPlan => ({
  ...toPlan(plan),
  restrictToAdmin: plan.restrictedToAdmin,
  memberLimit: plan.memberLimit ?? null,
  memberCount,
  teamSeats: plan.team?.seats ?? null,
})

/** A connection as clients read it. A plan that is gone from the app has its id as its name. */
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
 * A team as its owner reads it. A plan without seats, or gone from the app, yields no invite token.
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

/** 1000 in USD is 10 and in JPY 1000: each currency has its own number of decimals. */
export function toMajorUnits({ amountMinor, currency }: Pick<PriceDefinition, 'amountMinor' | 'currency'>): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return amountMinor / 10 ** maximumFractionDigits
}

/** An amount as `$10.00` or `−$5.00`. */
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
