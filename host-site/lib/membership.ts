import { REQUEST_TIMEOUT_MS } from '../../contract/limits'
import type { Answered, CustomFieldValue, Member, MembershipClient, MembershipError } from '../../widget/public'

export type { CustomFieldValue, Member }

export const NOT_INITIALIZED = 'Memberstack not initialized'

/** What every helper answers. It never rejects. */
export interface MembershipResult {
  success: boolean
  member?: Member
  /** Why it failed, for the person; may be empty if the service gave no text. */
  error?: string
  /** True if the failure is no answer of the service: it could not be reached, or the call itself broke. */
  unexpected?: true
}

export interface SignupInput {
  email: string
  password: string
  customFields: Record<string, CustomFieldValue>
}

export interface Membership {
  signup: (input: SignupInput) => Promise<MembershipResult>
  login: (input: { email: string; password: string }) => Promise<MembershipResult>
  /** The logged-in member; success without a member for a visitor. */
  currentMember: () => Promise<MembershipResult>
  logout: () => Promise<MembershipResult>
  updateMember: (customFields: Record<string, CustomFieldValue>) => Promise<MembershipResult>
  /** Opens the dialog for a forgotten password; resolves once it is closed, however it ended. */
  openForgotPassword: () => Promise<MembershipResult>
  /** Calls back with the member after a login in any tab, with null after its end. Answers the unsubscriber. */
  onAuthChange: (callback: (member: Member | null) => void) => () => void
}

export interface MembershipDeps {
  window: Window
  /** Takes what went wrong, for the console. Never gets what the person typed. */
  report: (message: string, detail: string) => void
  /** How long to wait for a script that neither loads nor fails. */
  timeoutMs?: number
}

/** The site's view of the membership script; the only reader of its global object. */
export function createMembership({ window, report, timeoutMs = REQUEST_TIMEOUT_MS }: MembershipDeps): Membership {
  const findClient = () => waitForClient(window, timeoutMs)

  async function attempt(
    name: string,
    call: (client: MembershipClient) => Promise<Omit<MembershipResult, 'success'>>,
  ): Promise<MembershipResult> {
    try {
      const client = await findClient()
      if (client) return { success: true, ...(await call(client)) }
      report(`Membership ${name} failed:`, NOT_INITIALIZED)
      return { success: false, error: NOT_INITIALIZED }
    } catch (error) {
      const failure = describeFailure(error)
      report(`Membership ${name} failed:`, failure.error ?? '')
      return failure
    }
  }

  return {
    signup: (input) =>
      attempt('signup', async (client) => ({ member: (await client.signupMemberEmailPassword(input)).data.member })),
    login: (input) =>
      attempt('login', async (client) => ({ member: (await client.loginMemberEmailPassword(input)).data.member })),
    currentMember: () => attempt('member check', async (client) => ofMember(await client.getCurrentMember())),
    logout: () =>
      attempt('logout', async (client) => {
        await client.logout()
        return {}
      }),
    updateMember: (customFields) =>
      attempt('member update', async (client) => ofMember(await client.updateMember({ customFields }))),
    openForgotPassword: () =>
      attempt('dialog', async (client) => {
        await client.openModal('FORGOT_PASSWORD')
        return {}
      }),
    onAuthChange(callback) {
      let ended = false
      let unsubscribe = () => {
        ended = true
      }
      const subscribe = async () => {
        const client = await findClient()
        if (!client || ended) return
        const subscription = client.onAuthChange(callback)
        unsubscribe = () => subscription.unsubscribe()
      }
      void subscribe()
      return () => unsubscribe()
    },
  }
}

const ofMember = ({ data }: Answered<Member | null>): Omit<MembershipResult, 'success'> =>
  data ? { member: data } : {}

function describeFailure(error: unknown): MembershipResult {
  const { statusCode, message } = (error ?? {}) as Partial<MembershipError>
  const text = typeof message === 'string' ? message : ''
  // A status means the service answered; without one it was unreachable, or something broke on the way.
  const answered = typeof statusCode === 'number' && statusCode > 0
  return answered ? { success: false, error: text } : { success: false, error: text, unexpected: true }
}

/**
 * The global object, or null once it is certain that it will not come. The page's own bundle runs before the
 * membership script, so that a slow membership server does not hold the page back; this is where it waits.
 * Calls on the object itself may be made at once: it queues them until it is ready.
 */
function waitForClient(window: Window, timeoutMs: number): Promise<MembershipClient | null> {
  const { document } = window
  const found = () => window.$memberstackDom ?? null
  if (found() || document.readyState === 'complete') return Promise.resolve(found())
  return new Promise((resolve) => {
    const listening = new AbortController()
    const settle = () => {
      listening.abort()
      window.clearTimeout(timer)
      resolve(found())
    }
    const timer = window.setTimeout(settle, timeoutMs)
    const options = { signal: listening.signal }
    const script = document.querySelector('script[data-memberstack-app]')
    script?.addEventListener('load', settle, options)
    script?.addEventListener('error', settle, options)
    document.addEventListener('memberstack.ready', settle, options)
    window.addEventListener('load', settle, options)
  })
}
