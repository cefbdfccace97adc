import { unknownError } from '../../contract/browser-errors'
import { REQUEST_TIMEOUT_MS } from '../../contract/limits'
import type { CustomFieldValue, Member, MembershipClient, MembershipError } from '../../widget/public'

export type { CustomFieldValue, Member }

const NOT_INITIALIZED = 'Memberstack not initialized'

/** Result of every helper. Helpers never reject. */
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
  /** Success without a member for a visitor. */
  currentMember: () => Promise<MembershipResult>
  logout: () => Promise<MembershipResult>
  /** Null for a visitor, or without the script. */
  token: () => Promise<string | null>
  updateMember: (customFields: Record<string, CustomFieldValue>) => Promise<MembershipResult>
  /**
   * Resolves when the dialog is closed, however it ended.
   * @param leaving aborted when the user leaves the page; the dialog then closes
   */
  openForgotPassword: (leaving: AbortSignal) => Promise<MembershipResult>
  /** Resolves when the dialog is done or closed. It offers login too. */
  openSignup: () => Promise<MembershipResult>
  /** Sends the verification email again. */
  sendVerificationMail: () => Promise<MembershipResult>
  /** Resolves when the dialog is closed. */
  openProfile: () => Promise<MembershipResult>
  /** Deletes the account permanently and ends the session. */
  deleteMember: () => Promise<MembershipResult>
  /** Calls back with the member after a login in any tab, with null after a logout. Returns the unsubscriber. */
  onAuthChange: (callback: (member: Member | null) => void) => () => void
}

interface MembershipDeps {
  window: Window
  /** Logs a failure to the console. Never gets what the user typed. */
  report: (message: string, detail: string) => void
  /** Called with the first need of the script. Resolves when it has run, or when it certainly will not. */
  loadScript: () => Promise<void>
  /** For a script that neither loads nor fails. */
  timeoutMs?: number
}

/** The only reader of the membership script's global object. */
export function createMembership({ report, ...waiting }: MembershipDeps): Membership {
  const findClient = () => waitForClient(waiting)

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

  /** For calls without a result. */
  const perform = (name: string, call: (client: MembershipClient) => Promise<unknown>) =>
    attempt(name, async (client) => {
      await call(client)
      return {}
    })

  return {
    signup: (input) =>
      attempt('signup', async (client) => ofMember((await client.signupMemberEmailPassword(input)).data.member)),
    login: (input) =>
      attempt('login', async (client) => ofMember((await client.loginMemberEmailPassword(input)).data.member)),
    currentMember: () => attempt('member check', async (client) => ofMember((await client.getCurrentMember()).data)),
    // Success means that the session has ended on the server, too.
    logout: () => perform('logout', (client) => client.logout({ requireServer: true })),
    updateMember: (customFields) =>
      attempt('member update', async (client) => ofMember((await client.updateMember({ customFields })).data)),
    openForgotPassword: (leaving) =>
      perform('dialog', async (client) => {
        if (leaving.aborted) return
        const hide = () => client.hideModal()
        leaving.addEventListener('abort', hide)
        await client.openModal('FORGOT_PASSWORD').finally(() => leaving.removeEventListener('abort', hide))
      }),
    openSignup: () => perform('dialog', (client) => openUntilDone(client, 'SIGNUP')),
    sendVerificationMail: () => perform('verification mail', (client) => client.sendMemberVerificationEmail()),
    openProfile: () => perform('dialog', (client) => openUntilDone(client, 'PROFILE')),
    deleteMember: () => perform('deletion', (client) => client.deleteMember()),
    token: async () => (await findClient())?.getMemberCookie() || null,
    onAuthChange: (callback) => follow(findClient, callback),
  }
}

/** The script keeps a finished dialog open until it is closed. */
async function openUntilDone(client: MembershipClient, screen: 'SIGNUP' | 'PROFILE'): Promise<void> {
  const { type } = await client.openModal(screen)
  if (type !== 'CLOSED') client.hideModal()
}

/** Subscribes once the script is loaded. Returns the unsubscriber. */
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

/** @throws if it is not a member */
function ofMember(member: Member | null | undefined): { member?: Member } {
  if (member === null || member === undefined) return {}
  if (!isMember(member)) throw new Error('The response is not a member.')
  return { member }
}

/** The global object, or null once it is certain that it will not load. It queues calls until it is ready. */
async function waitForClient({
  window,
  loadScript,
  timeoutMs = REQUEST_TIMEOUT_MS,
}: Omit<MembershipDeps, 'report'>): Promise<MembershipClient | null> {
  if (window.$memberstackDom) return window.$memberstackDom
  let timer = 0
  const timeout = new Promise<void>((resolve) => (timer = window.setTimeout(resolve, timeoutMs)))
  await Promise.race([loadScript(), timeout])
  window.clearTimeout(timer)
  return window.$memberstackDom ?? null
}

interface Failure {
  success: false
  /** For the user; empty if the service sent no text. */
  error: string
  /** True if the service did not respond, or the call itself broke. */
  unexpected?: true
}

export function describeFailure(rejection: unknown): Failure {
  const failure: Rejection = rejection ?? {}
  const { statusCode = 0 } = failure
  // With an error status the service has responded. Without one it was unreachable, or something broke.
  if (statusCode >= 400) return { success: false, error: serverText(failure) }
  return { success: false, error: textOf(failure), unexpected: true }
}

/**
 * Anything can be thrown; these are the fields of the script's rejections. `data` is a response body without a code.
 */
type Rejection = Partial<MembershipError> & { data?: unknown }

const textOf = ({ message }: Rejection): string => (typeof message === 'string' ? message : '')

/**
 * The script adds a general sentence where the server sent none. It is dropped, because each form has a better one, except
 * for a broken server: then the failure is unrelated to the input.
 */
function serverText(failure: Rejection): string {
  const text = textOf(failure)
  if (text !== unknownError.message) return text
  const { statusCode = 0, code } = failure
  const broken = statusCode >= 500 && code === 'unknown-error' && !('data' in failure)
  return broken ? text : ''
}

/** Checks the fields that the site reads, so that no page breaks on half a member. */
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

/** Empty if the field is missing or not a text. */
export function memberText({ customFields }: Pick<Member, 'customFields'>, key: string): string {
  const value = customFields[key]
  return typeof value === 'string' ? value.trim() : ''
}

export const memberName = (member: Pick<Member, 'customFields'>): string =>
  [memberText(member, 'first-name'), memberText(member, 'last-name')].filter(Boolean).join(' ')
