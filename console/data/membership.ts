import { Failure } from '../lib/failure'

/** The part of the membership script's global object that the login page and the preview use. */
interface MembershipClient {
  loginMemberEmailPassword: (input: { email: string; password: string }) => Promise<{ data: { tokens: { accessToken: string } } }>
  loginMemberPasskey: () => Promise<{ data: { tokens: { accessToken: string } } }>
  logout: () => Promise<unknown>
  openModal: (name: string, params: object) => Promise<unknown>
  getApp: () => Promise<unknown>
  hideModal: () => void
}

export interface Membership {
  /**
   * Logs in to the built-in app of the console. A dialog of the script asks for the second factor, or sets one up.
   * @returns the member token, to be exchanged at once
   * @throws {Failure}
   */
  logIn: (email: string, password: string) => Promise<string>
  /** The same by a passkey, which is two factors: no second step follows. @throws {Failure} */
  logInByPasskey: () => Promise<string>
  /** Shows passkeys, two-step verification and devices of who is logged in. Resolves when it closes. */
  manageSignIn: () => Promise<void>
  /** Removes what the script stored: the server has ended that session. Never rejects. */
  forget: () => Promise<void>
  /** The script's own dialog. */
  openForgotPassword: (email: string) => Promise<void>
  /** Opens one of the script's dialogs in place of the open one, and does not wait until it closes. */
  showModal: (name: string) => Promise<void>
  /** Dialogs then show the app's newest design and texts. */
  reloadApp: () => Promise<void>
}

const WAIT_STEP_MS = 50
const WAIT_STEPS = 200

/** The only reader of the membership script's global object. */
export function createMembership(page: object): Membership {
  async function client(): Promise<MembershipClient> {
    for (let step = 0; step < WAIT_STEPS; step += 1) {
      const found: unknown = Reflect.get(page, '$memberstackDom')
      if (isClient(found)) return found
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS))
    }
    throw new Failure({
      code: 'script-missing',
      status: 0,
      message: 'The login could not be loaded. Check your connection and reload the page.',
    })
  }
  return {
    async logIn(email, password) {
      const found = await client()
      try {
        const { data } = await found.loginMemberEmailPassword({ email, password })
        return data.tokens.accessToken
      } catch (error) {
        const token = await continueLogin(found, error)
        if (token === null) throw toFailureOf(error)
        return token
      }
    },
    async logInByPasskey() {
      const found = await client()
      try {
        return (await found.loginMemberPasskey()).data.tokens.accessToken
      } catch (error) {
        throw toFailureOf(error)
      }
    },
    async manageSignIn() {
      const found = await client()
      await found.openModal('PROFILE', { tab: 'security' }).catch(() => null)
      found.hideModal()
    },
    async forget() {
      await client()
        .then((found) => found.logout())
        .catch(() => null)
    },
    async openForgotPassword(email) {
      const found = await client()
      await found.openModal('FORGOT_PASSWORD', email ? { email } : {}).catch(() => null)
      found.hideModal()
    },
    async showModal(name) {
      const found = await client()
      found.openModal(name, {}).catch(() => null)
    },
    async reloadApp() {
      const found = await client()
      await found.getApp().catch(() => null)
    },
  }
}

const secondSteps: Readonly<Record<string, string>> = {
  'second-factor-required': 'SECOND_FACTOR',
  'second-factor-setup-required': 'SECOND_FACTOR_SETUP',
}

/** @returns the member token; null for another refusal, or if the person closes the dialog */
async function continueLogin(client: MembershipClient, refusal: unknown): Promise<string | null> {
  if (!isObject(refusal)) return null
  const { code, challenge, methods } = refusal
  const modal = secondSteps[String(code)]
  if (!modal) return null
  const result = await client.openModal(modal, { challenge, ...(Array.isArray(methods) && { methods }) })
  client.hideModal()
  return tokenIn(result)
}

function tokenIn(result: unknown): string | null {
  const data = isObject(result) && result['type'] === 'LOGIN' ? result['data'] : null
  const tokens = isObject(data) ? data['tokens'] : null
  const token = isObject(tokens) ? tokens['accessToken'] : null
  return typeof token === 'string' ? token : null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isClient = (value: unknown): value is MembershipClient & Record<string, unknown> =>
  isObject(value) && typeof value['loginMemberEmailPassword'] === 'function'

function toFailureOf(error: unknown): Failure {
  const { code, message } = isObject(error) ? error : {}
  return new Failure({
    code: typeof code === 'string' ? code : 'unknown-error',
    status: 400,
    message: typeof message === 'string' ? message : 'Something went wrong. Please try again.',
  })
}
