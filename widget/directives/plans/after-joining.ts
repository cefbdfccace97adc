import { errorText } from '../../lib/errors'
import type { Member } from '../../public'
import { emptyCart, markInviteUsed, readCart, readInvite } from '../../storage/pending'
import { $app } from '../../stores/app'
import { $member } from '../../stores/identity'
import type { DirectiveContext } from '../directive'
import { sameSiteUrl } from '../redirects/redirect'
import { carryOut, codeOf, type Outcome } from './carry-out'
import type { Choice } from './choice'

type Targets = readonly (string | null | undefined)[]

/**
 * The plans to join with a sign-up: of the form or modal opener itself, and what was chosen before, unless the app has no
 * such plan any more: that must not keep anybody from signing up.
 */
export function plansToJoin(window: Window, own: Choice | null): string[] {
  const offered = $app.get()?.plans
  const waiting = readCart(window).plans.filter((id) => !offered || offered.some((plan) => plan.id === id))
  return [...new Set([...(own?.plans ?? []), ...waiting])]
}

/** Whether a sign-up took the plans along: by a provider it may have found an account that was there before. */
export const hasJoined = (member: Member | null | undefined, plans: readonly string[]): boolean =>
  plans.every((id) => member?.planConnections.some(({ planId }) => planId === id))

/** Codes of what can never come true: it must not be tried, and said, after each later login. */
const OVER = /^(already|can-only|plan|price|coupon|invalid)-/

/** The first target that the server takes, too; '' without one. */
export const successUrl = (window: Window, targets: Targets): string =>
  targets.find((target) => typeof target === 'string' && target && sameSiteUrl(window, target)) ?? ''

/**
 * What has waited for somebody to log in or to sign up by a form or by a modal of the page: an invitation is used, and
 * what was chosen is joined and bought. A login by a script of the page leaves both waiting: it knows itself what next.
 * What fails is said here, and waits on where it may still come true.
 * @param own what the form or the modal opener says itself: of two prices it is the one that the person saw last
 * @param isNew the sign-up took plans and invitation along
 * @param targets where the page goes afterwards; a checkout leads there
 */
export async function afterJoining(
  { client, window }: Pick<DirectiveContext, 'client' | 'window'>,
  own: Choice | null,
  isNew: boolean,
  targets: Targets,
): Promise<Outcome> {
  /** @param over what is done once it has come true, or cannot any more */
  const attempted = async (work: () => Promise<Outcome>, over: () => void): Promise<Outcome> => {
    try {
      const outcome = await work()
      over()
      return outcome
    } catch (error) {
      client._showMessage(errorText(error), true)
      const code = codeOf(error)
      if (OVER.test(code)) over()
      return { stays: !code.startsWith('already-') }
    }
  }
  const inviteToken = readInvite(window)
  const invited = await attempted(
    async () => {
      const isJoined = isNew && $member.get()?.teams.joinedTeams.length
      if (inviteToken !== null && !isJoined) await client.joinTeam({ inviteToken })
      return {}
    },
    () => inviteToken !== null && markInviteUsed(window, inviteToken),
  )
  const outcome = await attempted(
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
