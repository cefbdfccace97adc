import type { ConsoleSessionInput, ConsoleSessionOutput } from '../../contract/admin/schemas/console-session'
import { passkeyCanceled, passkeysNotSupported } from '../../contract/browser-errors'
import { Failure } from '../lib/failure'

type Assertion = NonNullable<ConsoleSessionInput<'confirmConsoleSession'>['credential']>

/**
 * Asks the browser for a passkey of this page's domain.
 * @throws {Failure} `passkey-canceled`, `passkeys-not-supported`
 */
export type SignWithPasskey = (asked: ConsoleSessionOutput<'readConfirmOptions'>) => Promise<Assertion>

/** @param page its credentials are missing in browsers without passkeys */
export const createPasskeySigner =
  (page: Partial<Pick<Navigator, 'credentials'>>): SignWithPasskey =>
  async (asked) => {
    if (!page.credentials) throw new Failure({ status: 0, ...passkeysNotSupported })
    const credential = await page.credentials
      .get({ publicKey: { ...asked, challenge: decode(asked.challenge) } })
      // Refused, timed out or none on this device: browsers do not say which.
      .catch(() => null)
    if (!isAssertion(credential)) throw new Failure({ status: 0, ...passkeyCanceled })
    const { id, rawId, response } = credential
    return {
      id,
      rawId: encode(rawId),
      type: 'public-key',
      response: {
        clientDataJSON: encode(response.clientDataJSON),
        authenticatorData: encode(response.authenticatorData),
        signature: encode(response.signature),
        userHandle: response.userHandle && encode(response.userHandle),
      },
    }
  }

/** Extensions return objects of their own, so it asks for members instead of classes. */
const isAssertion = (
  credential: Credential | null,
): credential is PublicKeyCredential & { response: AuthenticatorAssertionResponse } =>
  credential?.type === 'public-key' && 'response' in credential && 'signature' in Object(credential.response)

/** base64url */
const encode = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
