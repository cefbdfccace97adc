import { errorText } from '../../lib/errors'
import { isRecord } from '../../lib/values'
import type { Answered, MembershipClient } from '../../public'
import { sameSiteUrl } from '../../redirects'
import { emptyCart, forgetInvite, markInviteUsed, readCart, readInvite } from '../../storage/pending'
import { waitUntilReady } from '../../stores/app'
import { $member } from '../../stores/identity'
import type { DirectiveContext } from '../directive'
import { type Choice, plansToJoin } from './choice'

type Context = Pick<DirectiveContext, 'client' | 'window'>
type Targets = readonly (string | null | undefined)[]

/** The result of carrying out a choice. */
export interface Outcome {
  /** The page is being left for a checkout. */
  leaves?: boolean
  /** An error was shown: a redirect would remove it from the screen. */
  stays?: boolean
  /** A sentence for the person. */
  message?: string | undefined
  /** The server's redirect. */
  redirect?: string | null | undefined
}

/** The response to a change; `url` for one that has to be paid first. */
type Changed = Answered<{ redirect?: string | null; url?: string | null }>

/** Errors for one of several plans that do not stop the others. */
const SKIPPED = /^(already-have-plan|no-plan-found|plan-not-free)$/

/**
 * Joins, leaves and buys what a member has chosen, in this order: free plans do not wait for the payment.
 * @param successUrl where the checkout leads; '' without a redirect on the page
 * @throws what the server refuses with, also if nothing is left to be done
 */
export async function carryOut(
  client: MembershipClient,
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
  // A plan that has yet to be paid replaces nothing.
  const left = swapsPlans && codeOf(refusal) !== 'plan-not-free' ? otherFreePlans(plans) : []
  await each([...leaves, ...left], (plan) => client.removePlan(plan))
  if (price) {
    const order = { priceId: price, couponId: coupon, successUrl }
    last = await (swapsPrice ? client.updatePrice(order) : client.purchasePlansWithCheckout(order))
  }
  if (!last && refusal) throw refusal
  return { leaves: !!last?.data.url, message: last?.message, redirect: last?.data.redirect }
}

const otherFreePlans = (plans: readonly string[]): string[] =>
  ($member.get()?.planConnections ?? [])
    .filter(({ active, payment, planId }) => active && payment === null && !plans.includes(planId))
    .map(({ planId }) => planId)

/** The first target that the server accepts as well; '' without one. */
export const successUrl = (window: Window, targets: Targets): string =>
  targets.find((target) => typeof target === 'string' && target && sameSiteUrl(window, target)) ?? ''

/** Errors that no later try can cure: the waiting choice is dropped. */
const PERMANENT = /^(already|can-only|plan|price|coupon|invalid)-/

/**
 * After a login or sign-up by a form or modal of the page: uses a waiting invitation, and joins and buys what was
 * chosen. A login by a script of the page leaves both waiting. Errors are shown here; what may still succeed waits on.
 * @param own the choice of the form or modal opener; its price wins over an earlier one
 * @param isNew the sign-up included plans and invitation
 * @param targets where the page goes afterwards; a checkout leads there
 */
export async function afterJoining(
  { client, window }: Context,
  own: Choice | null,
  isNew: boolean,
  targets: Targets,
): Promise<Outcome> {
  /** @param forget called once it has succeeded, or never can */
  const tryWaiting = async (work: () => Promise<Outcome>, forget: () => void): Promise<Outcome> => {
    try {
      const outcome = await work()
      forget()
      return outcome
    } catch (error) {
      client._showMessage(errorText(error), true)
      const code = codeOf(error)
      if (PERMANENT.test(code)) forget()
      return { stays: !code.startsWith('already-') }
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
      return carryOut(client, choice, successUrl(window, targets))
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
    // The screen stays open with its success text: the page itself may show nothing of the team.
    if (type === 'JOIN_TEAM') markInviteUsed(window, inviteToken)
    else forgetInvite(window)
  } catch (error) {
    client._showMessage(errorText(error), true)
  }
}

/** The code of a membership error; '' for anything else. */
export const codeOf = (error: unknown): string => (isRecord(error) ? String(error['code']) : '')
