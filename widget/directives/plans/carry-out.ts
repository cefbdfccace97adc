import { codeOf, errorText } from '../../lib/errors'
import type { Answered } from '../../public'
import { sameSiteUrl } from '../../redirects'
import { emptyCart, forgetInvite, markInviteUsed, readCart, readInvite, storeCheckout } from '../../storage/pending'
import { waitUntilReady } from '../../stores/app'
import { $member } from '../../stores/identity'
import type { DirectiveContext } from '../directive'
import { type Choice, plansToJoin } from './choice'

type Context = Pick<DirectiveContext, 'client' | 'window'>
type Targets = readonly (string | null | undefined)[]

/** The result of carrying out a choice. */
export interface Outcome {
  /** The page is redirecting to a checkout. */
  leaves?: boolean
  /** An error was shown. A redirect would hide it. */
  stays?: boolean
  /** An error was shown, with or without `stays`. A message of success would replace it. */
  problemShown?: boolean
  /** A message for the person. */
  message?: string | undefined
  /** The server's redirect. */
  redirect?: string | null | undefined
}

/** The response to a change, with a `url` if it has to be paid first. */
type Changed = Answered<{ redirect?: string | null; url?: string | null }>

/** Errors for one of several plans that don't stop the others. */
const SKIPPED = /^(already-have-plan|no-plan-found|plan-not-free)$/

/**
 * Joins, leaves and buys what a member has chosen, in this order: free plans don't wait for the payment.
 * @param successUrl where the checkout leads; '' without a redirect on the page
 * @throws the server's error, also if nothing is left to do
 */
export async function carryOut(
  { client, window }: Context,
  { plans, swapsPlans, leaves, price, swapsPrice, coupon }: Omit<Choice, 'drops'>,
  successUrl: string,
): Promise<Outcome> {
  let last: Changed | undefined
  let refusal: unknown
  const each = async (ids: readonly string[], change: (params: { planId: string }) => Promise<Changed>) => {
    for (const planId of ids) {
      try {
        last = await change({ planId })
      } catch (error) {
        if (!SKIPPED.test(codeOf(error))) throw error
        refusal ??= error
      }
    }
  }
  await each(plans, (plan) => client.addPlan(plan))
  // A plan that is not yet paid replaces nothing.
  const left = swapsPlans && codeOf(refusal) !== 'plan-not-free' ? otherFreePlans(plans) : []
  await each([...leaves, ...left], (plan) => client.removePlan(plan))
  if (price) {
    const order = { priceId: price, couponId: coupon, successUrl }
    last = await (swapsPrice ? client.updatePrice(order) : client.purchasePlansWithCheckout(order))
    // Someone who leaves the checkout without paying can return to it.
    if (last.data.url) storeCheckout(window, { price, swapsPrice, coupon, successUrl })
  }
  if (!last && refusal) throw refusal
  return { leaves: !!last?.data.url, message: last?.message, redirect: last?.data.redirect }
}

const otherFreePlans = (plans: readonly string[]): string[] =>
  ($member.get()?.planConnections ?? [])
    .filter(({ active, payment, planId }) => active && payment === null && !plans.includes(planId))
    .map(({ planId }) => planId)

/** The first target that the server also accepts; '' without one. */
export const successUrl = (window: Window, targets: Targets): string =>
  targets.find((target) => typeof target === 'string' && target && sameSiteUrl(window, target)) ?? ''

/** Errors that no retry can fix: the remembered choice is dropped. */
const PERMANENT = /^(already|can-only|plan|price|coupon|invalid)-/

/**
 * Runs after a login or sign-up by a form or modal of the page: uses a pending invitation, and joins and buys what was
 * chosen. A login by a script of the page leaves both pending. Errors are shown here; what may still succeed stays
 * pending.
 * @param own choice of the form or modal opener; its price takes precedence over an earlier one
 * @param isNew whether the sign-up included plans and invitation
 * @param targets where the page goes afterwards; a checkout leads there
 */
export async function afterJoining(
  { client, window }: Context,
  own: Choice | null,
  isNew: boolean,
  targets: Targets,
): Promise<Outcome> {
  /** @param forget called after success or a permanent error */
  const tryWaiting = async (work: () => Promise<Outcome>, forget: () => void): Promise<Outcome> => {
    try {
      const outcome = await work()
      forget()
      return outcome
    } catch (error) {
      client._showMessage(errorText(error), true)
      const code = codeOf(error)
      if (PERMANENT.test(code)) forget()
      return { stays: !code.startsWith('already-'), problemShown: true }
    }
  }
  const inviteToken = readInvite(window)
  const invited = await tryWaiting(
    async () => {
      const isJoined = isNew && $member.get()?.teams.joinedTeams.length
      if (inviteToken !== null && !isJoined) await client.joinTeam({ inviteToken })
      return {}
    },
    () => inviteToken !== null && markInviteUsed(window, inviteToken),
  )
  const outcome = await tryWaiting(
    () => {
      const cart = readCart(window)
      const plans = isNew ? [] : plansToJoin(window, own)
      const swapsPlans = !isNew && (own?.swapsPlans || cart.swapsPlans)
      const choice = { ...(own?.price ? own : cart), plans, swapsPlans, leaves: own?.leaves ?? [] }
      return carryOut({ client, window }, choice, successUrl(window, targets))
    },
    () => emptyCart(window),
  )
  return { ...invited, ...outcome }
}

/** Asks a member who opened an invite link whether to join. A visitor's sign-up or login uses it without asking. */
export async function askInvited({ client, window }: Context, inviteToken: string): Promise<void> {
  await waitUntilReady()
  if (!$member.get()) return
  try {
    const { type } = await client.openModal('JOIN_TEAM', { inviteToken })
    // The screen stays open with its success text: the page may show nothing about the team.
    if (type === 'JOIN_TEAM') markInviteUsed(window, inviteToken)
    else forgetInvite(window)
  } catch (error) {
    client._showMessage(errorText(error), true)
  }
}
