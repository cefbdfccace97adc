import * as v from 'valibot'
import { PROVIDER_WISH_MAX_CHARS } from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'
import { authSchemas } from '../../../contract/schemas/auth'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import { checkInput } from '../../domain/check-input'
import { httpOrigin, identifyApp, isLiveDomain } from '../apps/identify-app'
import type { IdentifiedApp } from '../apps/identify-app'
import type { PageRequest } from '../../pages/page'
import type { FlowOptions } from '../../ports/provider-store'
import type { Services } from '../../ports/services'
import { readCustomFields } from '../members/fields'

export interface Opener extends IdentifiedApp {
  /** Only this origin gets the result. */
  origin: string
  /** Whether the Referer confirms the origin. */
  isWitnessed: boolean
}

/**
 * Finds the app and the site that opened the window. Our client names its origin, and only pages of that origin can read what
 * is posted to it. Published clients name a host: scheme and port come from the Referer, or the host is a live domain.
 * @returns null when no origin can be trusted with the result
 * @throws ApiError as `identifyApp`
 */
export async function findOpener(
  { store }: Pick<Services, 'store'>,
  { url, referer }: Pick<PageRequest, 'url' | 'referer'>,
): Promise<Opener | null> {
  const parameters = url.searchParams
  const witness = referer === null ? null : httpOrigin(parseUrl(referer)?.origin)
  const named = parameters.get('opener_origin')
  const host = parameters.get('origin')?.toLowerCase() ?? ''
  const claimed = named === null ? ofHost(witness, host) : httpOrigin(named)
  const origin = claimed ?? (named === null ? httpOrigin(`https://${host}`) : null)
  if (origin === null) return null
  const identified = await identifyApp(store.apps, {
    appId: parameters.get('appId') ?? undefined,
    key: parameters.get('publicKey') ?? undefined,
    origin,
  })
  if (claimed === null && !isLiveDomain(identified.app, origin)) return null
  return { ...identified, origin, isWitnessed: witness === origin }
}

const ofHost = (origin: string | null, host: string): string | null =>
  origin !== null && new URL(origin).hostname === host ? origin : null

/**
 * Reads the page of a full-page flow to return to, and its challenge. Null in a window.
 * @throws ApiError `invalid-field-value` for a URL of another site, or without a challenge
 */
export function readReturn(parameters: URLSearchParams, origin: string): { url: string; challenge: string } | null {
  const [named, challenge] = [parameters.get('return_url'), parameters.get('challenge')]
  if (named === null && challenge === null) return null
  const url = named === null ? null : parseUrl(named)
  // A blob: URL has the origin of a site but is not one of its pages.
  const isPage = url !== null && /^https?:$/u.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPage || url.origin !== origin || !/^[0-9a-f]{64}$/u.test(challenge ?? ''))
    throw new ApiError('invalid-field-value')
  return { url: url.href, challenge: challenge ?? '' }
}

/** The public part of a device token. */
const DEVICE_ID = /^dev_[\w-]{1,40}$/u

/** The same fields as a sign-up by password. */
const signupFields = v.pick(authSchemas.signup.input, ['customFields', 'plans', 'inviteToken'])

/** How often a client may have encoded the JSON, in addition to the URL's own encoding; published clients do it once. */
const ENCODINGS_MAX = 2

/**
 * Reads the sign-up fields of a flow.
 * @throws ApiError `invalid-field-type`, `invalid-field-value`, `field-limit-exceeded`
 */
export function parseFlowRequest(app: AppDefinition, parameters: URLSearchParams): FlowOptions {
  const sent = checkInput(signupFields, {
    customFields: readJson(parameters.get('customFields')),
    plans: readJson(parameters.get('plans')),
    inviteToken: parameters.get('inviteToken') ?? undefined,
  })
  return {
    customFields: readCustomFields(app, sent.customFields ?? {}),
    plans: sent.plans ?? [],
    inviteToken: sent.inviteToken || null,
    allowSignup: parameters.get('allowSignup') === 'true',
    ...readDevice(parameters.get('device')),
  }
}

/** An empty ID means that our client has no device yet. */
const readDevice = (id: string | null): Pick<FlowOptions, 'deviceId'> =>
  id === null ? {} : { deviceId: DEVICE_ID.test(id) ? id : null }

/** Decodes until it is JSON, and no further: the value of a field may look encoded. */
function readJson(text: string | null): unknown {
  let encoded = text ?? ''
  // How scripts write a missing value.
  if (['', 'undefined', 'null'].includes(encoded)) return undefined
  for (let decoded = 0; decoded <= ENCODINGS_MAX; decoded += 1) {
    const json = tryOrNull(JSON.parse, encoded)
    if (json !== null) return lengthChecked(json, encoded)
    encoded = tryOrNull(decodeURIComponent, encoded) ?? ''
  }
  throw new ApiError('invalid-field-value')
}

function lengthChecked(json: unknown, decoded: string): unknown {
  if (decoded.length > PROVIDER_WISH_MAX_CHARS) throw new ApiError('field-limit-exceeded')
  return json
}

function tryOrNull<T>(read: (text: string) => T, text: string): T | null {
  try {
    return read(text)
  } catch {
    return null
  }
}
