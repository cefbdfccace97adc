import { unknownError } from '../../contract/browser-errors'
import { REQUEST_TIMEOUT_MS } from '../../contract/limits'
import type { CustomFieldValue, Member, MembershipClient, MembershipError } from '../../widget/public'

export type { CustomFieldValue, Member }

const NOT_INITIALIZED = 'Memberstack not initialized'

/** What every helper answers. It never rejects. */
export interface MembershipResult {
  success: boolean
  member?: Member
  error?: Failure['error']
  unexpected?: true
}

interface SignupInput {
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

interface MembershipDeps {
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
        // Done means that the session has ended on the server, too.
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
    // A logout inside the dialog closes it.
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

interface Failure {
  success: false
  /** Why it failed, for the person; empty if the service gave no text. */
  error: string
  /** True if the failure is no answer of the service: it could not be reached, or the call itself broke. */
  unexpected?: true
}

/** What a call of the membership script was rejected with. */
export function describeFailure(rejection: unknown): Failure {
  const failure: Rejection = rejection ?? {}
  const { statusCode = 0 } = failure
  // A status that says no is an answer. Without one the service was unreachable, or something broke on the way.
  if (statusCode >= 400) return { success: false, error: serverText(failure) }
  return { success: false, error: textOf(failure), unexpected: true }
}

/** Anything can be thrown; what the script rejects with has these. `data` is the body of an answer that names no code. */
type Rejection = Partial<MembershipError> & { data?: unknown }

const textOf = ({ message }: Rejection): string => (typeof message === 'string' ? message : '')

/**
 * Where the server gave no text, the script says its own general sentence: then there is none, and each form knows a
 * better one. From a server that is broken altogether the sentence stays, as it has nothing to do with what was typed.
 */
function serverText(failure: Rejection): string {
  const text = textOf(failure)
  if (text !== unknownError.message) return text
  const { statusCode = 0, code } = failure
  const broken = statusCode >= 500 && code === 'unknown-error' && !('data' in failure)
  return broken ? text : ''
}

/** Whether an answer holds what the site reads of a member: a page must not break on half of one. */
export function isMember(value: Partial<Member>): value is Member {
  const { id, auth, createdAt, customFields } = value
  return (
    typeof id === 'string' &&
    typeof auth?.email === 'string' &&
    !Number.isNaN(Date.parse(createdAt ?? '')) &&
    typeof customFields === 'object' &&
    customFields !== null
  )
}

/** A custom field of a member as text; empty where it is none. */
export function memberText({ customFields }: Pick<Member, 'customFields'>, key: string): string {
  const value = customFields[key]
  return typeof value === 'string' ? value.trim() : ''
}

/** First and last name, as far as they are known. */
export const memberName = (member: Pick<Member, 'customFields'>): string =>
  [memberText(member, 'first-name'), memberText(member, 'last-name')].filter(Boolean).join(' ')
