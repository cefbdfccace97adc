import { unknownError } from '../../../contract/browser-errors'
import { socialErrors } from '../../../contract/social-errors'
import type { ProviderResult } from '../../client/login-from-url'
import { errorText } from '../../lib/errors'
import { untilPageRestored } from '../../lib/page-lifecycle'
import { takeRedirectOverride } from '../../storage/pending'
import type { PendingFlow } from '../../stores/pending-flow'
import { startLoading } from '../../stores/feedback'
import { waitUntilReady } from '../../stores/app'
import type { DirectiveContext } from '../directive'
import { afterJoining } from '../plans/after-joining'
import { followRedirect } from '../redirects/redirect'

type Context = Pick<DirectiveContext, 'client' | 'window'>

/**
 * Somebody is back from a provider's page, which had taken this one's place: what the form, button or modal would have
 * done that led there is done here, and what went wrong is said. A script of the page that led there goes on itself.
 */
export async function afterProviderReturn(context: Context, trip: PendingFlow, landing: ProviderResult): Promise<void> {
  const { client } = context
  await waitUntilReady()
  if ('error' in landing) return client._showMessage(problemOf(landing.error), true)
  const { flow, redirect, message } = landing
  const isJoining = flow !== 'connect' && trip.redirect !== undefined
  const said = isJoining ? await goOn(context, flow === 'signup', [trip.redirect, redirect], message) : message
  if (said) client._showMessage(said)
}

/** @returns a sentence for the person, where there is one */
async function goOn(
  { client, window }: Context,
  isNew: boolean,
  [authored, told]: readonly (string | null | undefined)[],
  message: string | undefined,
): Promise<string | undefined> {
  const end = startLoading()
  const targets = [authored, takeRedirectOverride(window), told]
  const outcome = await afterJoining({ client, window }, null, isNew, targets)
  const isLeft = outcome.leaves || (!outcome.stays && followRedirect(window, ...targets, outcome.redirect))
  if (isLeft) void untilPageRestored(window).then(end)
  else end()
  return outcome.stays ? undefined : (outcome.message ?? message)
}

/** An error in an address has its code only: a sentence there could be anybody's. */
function problemOf(error: unknown): string {
  if (typeof error !== 'string') return errorText(error)
  const known = Object.entries(socialErrors).find(([code]) => code === error)
  return known?.[1].message ?? unknownError.message
}
