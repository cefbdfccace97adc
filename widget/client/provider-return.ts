import type { ProviderFlow } from '../../contract/providers'
import { attempt } from '../lib/attempt'
import { reportProblem } from '../lib/report-problem'
import type { Trip } from '../stores/departure'
import { setMember } from '../stores/member'
import { currentToken } from '../stores/session'
import type { CallEndpoint } from '../transport/call'
import { loggedIn } from './auth'
import type { ClientContext } from './context'

/** What the address of a page says that has been come back to from a provider: a token for the answer, or an error's code. */
export type ProviderReturn = { trip: Trip } & ({ answer: string } | { error: string })

/** What came of it. */
export type Landing = { flow: ProviderFlow; redirect: string | null; message: string | undefined } | { error: unknown }

/**
 * Takes it out of the page's address, before anything can read, send or keep it there, and puts the page's own fragment
 * back. Where this tab has not left for a provider it is somebody else's answer: nothing comes of it.
 * @param takeTrip what this tab kept when it left
 */
export function takeProviderReturn(
  { location, history }: Window,
  takeTrip: () => Trip | null,
): ProviderReturn | undefined {
  const [, failed, value = ''] = /^#ms-auth(-error)?=(.*)$/.exec(location.hash) ?? []
  if (!value) return undefined
  const trip = takeTrip()
  const address = new URL(location.href)
  address.hash = trip?.fragment ?? ''
  // A sandboxed frame may not change its address.
  attempt(() => history.replaceState(history.state, '', address))
  if (trip) return { trip, ...(failed ? { error: value } : { answer: value }) }
  reportProblem('warn', 'A login in the address of this page was begun elsewhere: it logs nobody in.')
  return undefined
}

/** Starts the session that a way to a provider led to. Whoever it leads nowhere stays who they are. @param call not waiting for readiness */
export async function redeemReturn(context: ClientContext, call: CallEndpoint, back: ProviderReturn): Promise<Landing> {
  if ('error' in back) return { error: back.error }
  try {
    const { data, message } = await call('redeemProviderAnswer', {
      answer: back.answer,
      verifier: back.trip.verifier,
      device: context.device.token(),
    })
    if (data.flow === 'connect') return { flow: data.flow, redirect: null, message }
    loggedIn(context, data.flow, { data: data.auth })
    return { flow: data.flow, redirect: data.auth.redirect, message }
  } catch (error) {
    return { error }
  } finally {
    if (!currentToken()) setMember(null)
  }
}
