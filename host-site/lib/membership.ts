import { REQUEST_TIMEOUT_MS } from '../../contract/limits'
import type { CustomFieldValue, Member, MembershipClient } from '../../widget/public'
import { describeFailure, type Failure } from './describe-failure'
import { isMember } from './is-member'

export type { CustomFieldValue, Member }

export const NOT_INITIALIZED = 'Memberstack not initialized'

/** What every helper answers. It never rejects. */
export interface MembershipResult {
  success: boolean
  member?: Member
  error?: Failure['error']
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
  /** The session token; null for a visitor, or without the script. */
  token: () => Promise<string | null>
  updateMember: (customFields: Record<string, CustomFieldValue>) => Promise<MembershipResult>
  /**
   * Opens the dialog for a forgotten password; resolves once it is closed, however it ended.
   * @param leaving aborted when the page it belongs to is left: it closes then
   */
  openForgotPassword: (leaving: AbortSignal) => Promise<MembershipResult>
  /** Opens the dialog to sign up, in which one may log in too; resolves once it is done or closed. */
  openSignup: () => Promise<MembershipResult>
  /** Has the mail with the link that proves the member's address sent once more. */
  sendVerificationMail: () => Promise<MembershipResult>
  /** Opens the dialog in which members change their details; resolves once it is closed. */
  openProfile: () => Promise<MembershipResult>
  /** Deletes the account for good, and ends the session. */
  deleteMember: () => Promise<MembershipResult>
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
      report(`Membership ${name} failed:`, failure.error || 'The server gave no text.')
      return failure
    }
  }

  return {
    signup: (input) =>
      attempt('signup', async (client) => ofMember((await client.signupMemberEmailPassword(input)).data.member)),
    login: (input) =>
      attempt('login', async (client) => ofMember((await client.loginMemberEmailPassword(input)).data.member)),
    currentMember: () => attempt('member check', async (client) => ofMember((await client.getCurrentMember()).data)),
    logout: () =>
      attempt('logout', async (client) => {
        // Whoever is told to be out must be out everywhere.
        await client.logout({ requireServer: true })
        return {}
      }),
    updateMember: (customFields) =>
      attempt('member update', async (client) => ofMember((await client.updateMember({ customFields })).data)),
    openForgotPassword: (leaving) =>
      attempt('dialog', async (client) => {
        if (leaving.aborted) return {}
        const hide = () => client.hideModal()
        leaving.addEventListener('abort', hide)
        await client.openModal('FORGOT_PASSWORD').finally(() => leaving.removeEventListener('abort', hide))
        return {}
      }),
    openSignup: () => attempt('dialog', (client) => openUntilDone(client, 'SIGNUP')),
    sendVerificationMail: () =>
      attempt('verification mail', async (client) => {
        await client.sendMemberVerificationEmail()
        return {}
      }),
    // Whoever logs out in it is not shown it any longer.
    openProfile: () => attempt('dialog', (client) => openUntilDone(client, 'PROFILE')),
    deleteMember: () =>
      attempt('deletion', async (client) => {
        await client.deleteMember()
        return {}
      }),
    token: async () => (await findClient())?.getMemberCookie() || null,
    onAuthChange: (callback) => follow(findClient, callback),
  }
}

/** A dialog stays open when it is done, until it is told to close. */
async function openUntilDone(client: MembershipClient, screen: 'SIGNUP' | 'PROFILE'): Promise<object> {
  const { type } = await client.openModal(screen)
  if (type !== 'CLOSED') client.hideModal()
  return {}
}

/** Follows who is logged in, from the moment the script is there. Answers the end of it. */
function follow(
  findClient: () => Promise<MembershipClient | null>,
  callback: (member: Member | null) => void,
): () => void {
  let ended = false
  let unsubscribe = () => {
    ended = true
  }
  const subscribe = async () => {
    const client = await findClient()
    if (!client || ended) return
    const subscription = client.onAuthChange((member) => {
      if (member === null || isMember(member)) callback(member)
    })
    unsubscribe = () => subscription.unsubscribe()
  }
  void subscribe()
  return () => unsubscribe()
}

/** @throws for what is no member */
function ofMember(member: Member | null | undefined): { member?: Member } {
  if (member === null || member === undefined) return {}
  if (!isMember(member)) throw new Error('The answer is no member.')
  return { member }
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
