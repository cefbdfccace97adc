import { fromBase64url, toBase64url } from '../../contract/base64url'
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
      .get({ publicKey: { ...asked, challenge: fromBase64url(asked.challenge) } })
      // Refused, timed out or none on this device: browsers do not say which.
      .catch(() => null)
    if (!isAssertion(credential)) throw new Failure({ status: 0, ...passkeyCanceled })
    const { id, rawId, response } = credential
    return {
      id,
      rawId: toBase64url(rawId),
      type: 'public-key',
      response: {
        clientDataJSON: toBase64url(response.clientDataJSON),
        authenticatorData: toBase64url(response.authenticatorData),
        signature: toBase64url(response.signature),
        userHandle: response.userHandle && toBase64url(response.userHandle),
      },
    }
  }

/** Extensions return objects of their own, so it asks for members instead of classes. */
const isAssertion = (
  credential: Credential | null,
): credential is PublicKeyCredential & { response: AuthenticatorAssertionResponse } =>
  credential?.type === 'public-key' && 'response' in credential && 'signature' in Object(credential.response)
