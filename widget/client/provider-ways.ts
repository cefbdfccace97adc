import { isRecord } from '../lib/is-record'
import type { ProviderFlow } from '../../contract/providers'
import { opensInPage } from '../lib/opens-in-page'
import type { ProviderParams } from '../public'
import { setApp } from '../stores/app'
import { tellInspector } from '../stores/inspection'
import { waitUntilReady } from '../stores/readiness'
import type { Heard } from '../transport/provider-popup'
import type { ClientContext } from './context'
import { leaveForProvider } from './leave-for-provider'
import { providerAddress } from './provider-address'
import { createProviderWindow, type ProviderAnswers, type Way } from './provider-window'

export interface ProviderWays {
  /** Call it in the task of a click: browsers block any other window. */
  go<F extends ProviderFlow>(flow: F, params: ProviderParams): Promise<Heard<ProviderAnswers[F]>>
  /** Closes the window that is open. */
  stop(): void
}

/** Ways to a provider and back: in a window, or in the place of the page. */
export function createProviderWays(context: ClientContext): ProviderWays {
  const provider = createProviderWindow(context)
  return {
    async go(flow, { mode, signal, ...wishes }) {
      const began = Date.now()
      const tell = (code: string | null): void =>
        tellInspector({ kind: 'provider', flow, input: wishes, code, tookMs: Date.now() - began })
      try {
        const way = wayOf(context, flow, wishes)
        const inPage = mode === 'redirect' || (mode !== 'popup' && opensInPage(context.window))
        const left = inPage && leaveForProvider(context, way)
        const answer = await (left || provider.open(way, signal))
        tell(null)
        return answer
      } catch (error) {
        tell(isRecord(error) ? String(error['code']) : 'unknown-error')
        throw error
      }
    },
    stop: () => provider.close(),
  }
}

function wayOf<F extends ProviderFlow>(context: ClientContext, flow: F, wishes: object): Way<F> {
  const { call, publicKey } = context
  return {
    flow,
    wishes: JSON.stringify(wishes),
    isKnown: flow !== 'connect' && publicKey() !== null,
    write: (more) => providerAddress(context, flow, { ...wishes, ...more }),
    async learn() {
      await waitUntilReady()
      if (!publicKey()) setApp((await call('getApp', {})).data)
      return flow === 'connect' ? { ticket: (await call('createConnectTicket', {})).data.ticket } : {}
    },
  }
}
