import { AUTH_PROVIDER_PATH, type ProviderFlow } from '../../contract/providers'
import { $visitSessionId } from '../stores/visit'
import { sessionData } from '../transport/session-data'
import type { ClientContext } from './context'

/**
 * Where a provider's way begins. Names of the parameters are those of published clients, so that one server answers both;
 * `fields` come last and may be anything that a page's script has passed.
 */
export function providerAddress(context: ClientContext, flow: ProviderFlow, fields: Record<string, unknown>): string {
  const { apiUrl, appId, window, mayTrack, publicKey, inviteToken, device } = context
  const { origin, hostname, pathname } = window.location
  const { utmParams: _, ...visit } = sessionData(window, $visitSessionId.get())
  const all: Record<string, unknown> = {
    ...fields,
    appId,
    publicKey: publicKey(),
    // The public part alone: an address is no place for the token.
    device: flow === 'connect' ? null : (device.token() ?? '').replace(/\..*/, ''),
    inviteToken: flow === 'connect' ? null : inviteToken(),
    url: pathname,
    origin: hostname,
    opener_origin: origin,
    ...(mayTrack && visit),
  }
  const parameters = Object.entries(all).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, asText(value)]],
  )
  return `${apiUrl}${AUTH_PROVIDER_PATH}/${flow}?${new URLSearchParams(parameters).toString()}`
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
