import { errorText } from '../../lib/error-text'
import { readCart } from '../../storage/cart'
import { emptyCart } from '../../storage/forget-waiting'
import { markInviteUsed, readInvite } from '../../storage/invite'
import { $member } from '../../stores/member'
import type { DirectiveContext } from '../directive'
import { sameSiteUrl } from '../redirects/redirect'
import { carryOut, codeOf, type Outcome } from './carry-out'
import type { Choice } from './choice'

type Targets = readonly (string | null | undefined)[]

/** The plans to join with a sign-up: of the form or modal opener itself, and what was chosen before. */
export const plansToJoin = (window: Window, own: Choice | null): string[] => [
  ...new Set([...(own?.plans ?? []), ...readCart(window).plans]),
]

/** The first target that the server takes, too; '' without one. */
export const successUrl = (window: Window, targets: Targets): string =>
  targets.find((target) => typeof target === 'string' && target && sameSiteUrl(window, target)) ?? ''

/**
 * What has waited for somebody to log in or to sign up by a form or by a modal of the page: an invitation is used, and
 * what was chosen is joined and bought. A login by a script of the page leaves both waiting: it knows itself what next.
 * What fails is said here, and waits on.
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
  const attempted = async (work: () => Promise<Outcome>): Promise<Outcome> => {
    try {
      return await work()
    } catch (error) {
      client._showMessage(errorText(error), true)
      return { stays: !codeOf(error).startsWith('already-') }
    }
  }
  const invited = await attempted(async () => {
    const inviteToken = readInvite(window)
    if (inviteToken === null) return {}
    if (!isNew || !$member.get()?.teams.joinedTeams.length) await client.joinTeam({ inviteToken })
    markInviteUsed(window, inviteToken)
    return {}
  })
  const outcome = await attempted(async () => {
    const cart = readCart(window)
    const plans = isNew ? [] : plansToJoin(window, own)
    const swapsPlans = !isNew && (own?.swapsPlans || cart.swapsPlans)
    const choice = { ...(own?.price ? own : cart), plans, swapsPlans, leaves: own?.leaves ?? [] }
    const done = await carryOut(client, choice, successUrl(window, targets))
    emptyCart(window)
    return done
  })
  return { ...invited, ...outcome }
}
