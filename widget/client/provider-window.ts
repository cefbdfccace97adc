import type { ConnectedProviders } from '../../contract/provider-answer'
import type { ProviderFlow } from '../../contract/providers'
import { randomHex } from '../lib/random-hex'
import type { MemberAuth } from '../public'
import { type Heard, openProviderPopup, popupClosedError, type ProviderPopup } from '../transport/provider-popup'
import type { ClientContext } from './context'

export interface ProviderAnswers {
  signup: MemberAuth
  login: MemberAuth
  connect: ConnectedProviders
}

/** One way to a provider. */
export interface Way<F extends ProviderFlow> {
  flow: F
  /** Tells it from others of the same flow. */
  wishes: string
  /** Whether its address can be written without asking the server first. */
  isKnown: boolean
  /** Where it begins. @param more parameters besides its own */
  write(more: Record<string, string>): string
  /** What else has to stand in the address. */
  learn(): Promise<Record<string, string>>
}

export interface ProviderWindow {
  /** The same way once more shows the window that is open; another takes its place. */
  open<F extends ProviderFlow>(way: Way<F>, signal: AbortSignal | undefined): Promise<Heard<ProviderAnswers[F]>>
  close(): void
}

/** The one window of a page in which somebody is with a provider. */
export function createProviderWindow({ window, apiUrl }: Pick<ClientContext, 'window' | 'apiUrl'>): ProviderWindow {
  let current: { popup: ProviderPopup<never>; flow: ProviderFlow; wishes: string } | undefined

  function popupOf(way: Way<ProviderFlow>): ProviderPopup<never> {
    if (current && !current.popup.isOver()) {
      if (current.flow === way.flow && current.wishes === way.wishes) {
        current.popup.focus()
        return current.popup
      }
      // Its window, where the name is the same, is led on.
      current.popup.end(current.flow !== way.flow)
    }
    const popup = openPopup(window, new URL(apiUrl).origin, way)
    current = { popup, flow: way.flow, wishes: way.wishes }
    return popup
  }

  return {
    async open(way, signal) {
      if (signal?.aborted) throw popupClosedError()
      const popup = popupOf(way)
      const abandon = (): void => popup.end(true)
      signal?.addEventListener('abort', abandon)
      try {
        return await popup.answer()
      } finally {
        signal?.removeEventListener('abort', abandon)
      }
    },
    close: () => current?.popup.end(true),
  }
}

function openPopup(page: Window, apiOrigin: string, way: Way<ProviderFlow>): ProviderPopup<never> {
  const state = randomHex()
  const settings = { page, apiOrigin, name: way.flow, state }
  const popup = openProviderPopup<never>(settings, way.isKnown ? way.write({ state }) : '')
  const leadOn = async (): Promise<void> => {
    try {
      popup.lead(way.write({ ...(await way.learn()), state }))
    } catch (error) {
      popup.end(true, error)
    }
  }
  if (!way.isKnown) void leadOn()
  return popup
}
