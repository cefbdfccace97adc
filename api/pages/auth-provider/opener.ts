import { parseUrl } from '../../../contract/parse-url'
import { ApiError } from '../../lib/errors'
import { httpOrigin } from '../../lib/text'
import { identifyApp, isLiveDomain } from '../../domain/identify-app'
import type { IdentifiedApp } from '../../domain/identify-app'
import type { Services } from '../../ports/services'
import type { PageRequest } from '../page'

export interface Opener extends IdentifiedApp {
  /** The one origin that may be told how it ends. */
  origin: string
  /** Whether the browser itself says that a page of that origin led here. */
  isWitnessed: boolean
}

/**
 * Which site opened the window, and for which app. Our client names its origin, and only a page of it can read what is
 * posted there. Published clients name a bare host: the browser's Referer adds scheme and port, or it is a domain that the
 * owner registered.
 * @returns null when nobody can be told
 * @throws ApiError what `identifyApp` throws
 */
export async function findOpener(
  { store }: Pick<Services, 'store'>,
  { url, referer }: Pick<PageRequest, 'url' | 'referer'>,
): Promise<Opener | null> {
  const parameters = url.searchParams
  const witness = referer === null ? null : httpOrigin(parseUrl(referer)?.origin)
  const named = parameters.get('opener_origin')
  const host = parameters.get('origin')?.toLowerCase() ?? ''
  const told = named === null ? ofHost(witness, host) : httpOrigin(named)
  const origin = told ?? (named === null ? httpOrigin(`https://${host}`) : null)
  if (origin === null) return null
  const identified = await identifyApp(store.apps, {
    appId: parameters.get('appId') ?? undefined,
    key: parameters.get('publicKey') ?? undefined,
    origin,
  })
  if (told === null && !isLiveDomain(identified.app, origin)) return null
  return { ...identified, origin, isWitnessed: witness === origin }
}

const ofHost = (origin: string | null, host: string): string | null =>
  origin !== null && new URL(origin).hostname === host ? origin : null

/**
 * On the full-page way: the page to lead back to, and what proves that it is the one that left. Null in a window.
 * @throws ApiError `invalid-field-value` for an address of another site, or one without its proof
 */
export function readReturn(parameters: URLSearchParams, origin: string): { url: string; challenge: string } | null {
  const [named, challenge] = [parameters.get('return_url'), parameters.get('challenge')]
  if (named === null && challenge === null) return null
  const url = named === null ? null : parseUrl(named)
  // What a blob: address holds is of a site, too, and is no page of it.
  const isPage = url !== null && /^https?:$/u.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPage || url.origin !== origin || !/^[0-9a-f]{64}$/u.test(challenge ?? ''))
    throw new ApiError('invalid-field-value')
  return { url: url.href, challenge: challenge ?? '' }
}
