import type { ProviderFlow } from '../../contract/providers'
import { randomHex, toHex } from '../lib/random-hex'
import { untilReturn } from '../lib/until-return'
import { prepareToLeave } from '../stores/departure'
import { tellInspector } from '../stores/inspection'
import { popupClosedError } from '../transport/provider-popup'
import type { ClientContext } from './context'
import { hereOf } from './here'
import type { Way } from './provider-window'

/**
 * Lets a provider's page take the place of this one, and comes back to it (`takeProviderReturn`). It rejects where
 * nothing came of that, and never settles otherwise.
 * @returns null where the browser lacks what this takes: only a window is left then
 */
export function leaveForProvider({ window, keepTrip }: ClientContext, way: Way<ProviderFlow>): Promise<never> | null {
  const { location } = window
  // Browsers have it on https and on localhost only.
  const subtle: SubtleCrypto | undefined = window.crypto.subtle
  const verifier = randomHex()
  const redirect = prepareToLeave()
  const trip = { verifier, fragment: location.hash, ...(redirect !== undefined && { redirect }) }
  return subtle && keepTrip(trip) ? leave(window, subtle, verifier, way) : null
}

async function leave(window: Window, subtle: SubtleCrypto, verifier: string, way: Way<ProviderFlow>): Promise<never> {
  const known = way.isKnown ? {} : await way.learn()
  const challenge = toHex(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
  const back = hereOf(window.location).replace(/#.*/, '')
  const address = way.write({ ...known, return_url: back, challenge })
  tellInspector({ kind: 'redirect', to: address })
  window.location.assign(address)
  await untilReturn(window)
  throw popupClosedError()
}
