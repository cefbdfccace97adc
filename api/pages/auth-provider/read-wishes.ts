import * as v from 'valibot'
import { PROVIDER_WISH_MAX_CHARS } from '../../../contract/limits'
import { authSchemas } from '../../../contract/schemas/auth'
import { ApiError, checkInput } from '../../lib/errors'
import type { AppDefinition } from '../../domain/app-definition'
import { readCustomFields } from '../../features/members/fields'
import type { ProviderWishes } from '../../ports/provider-store'

/** The public part of a device token. */
const DEVICE_ID = /^dev_[\w-]{1,40}$/u

/** The same that a sign-up by password may say. */
const wishes = v.pick(authSchemas.signup.input, ['customFields', 'plans', 'inviteToken'])

/** How often a client may have encoded JSON on top of the address's own encoding; published ones do it once. */
const ENCODINGS_MAX = 2

/**
 * What a page asks for beside the login.
 * @throws ApiError `invalid-field-type`, `invalid-field-value`, `field-limit-exceeded`
 */
export function readWishes(app: AppDefinition, parameters: URLSearchParams): ProviderWishes {
  const sent = checkInput(wishes, {
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

/** Empty: our client has no device yet. */
const readDevice = (id: string | null): Pick<ProviderWishes, 'deviceId'> =>
  id === null ? {} : { deviceId: DEVICE_ID.test(id) ? id : null }

/** Decodes as often as it takes, but not once more: a field's value may look encoded. */
function readJson(text: string | null): unknown {
  let encoded = text ?? ''
  // What a script writes for "none".
  if (['', 'undefined', 'null'].includes(encoded)) return undefined
  for (let decoded = 0; decoded <= ENCODINGS_MAX; decoded += 1) {
    const json = tryTo(JSON.parse, encoded)
    if (json !== null) return lengthChecked(json, encoded)
    encoded = tryTo(decodeURIComponent, encoded) ?? ''
  }
  throw new ApiError('invalid-field-value')
}

function lengthChecked(json: unknown, decoded: string): unknown {
  if (decoded.length > PROVIDER_WISH_MAX_CHARS) throw new ApiError('field-limit-exceeded')
  return json
}

/** Null where it throws. */
function tryTo<T>(read: (text: string) => T, text: string): T | null {
  try {
    return read(text)
  } catch {
    return null
  }
}
