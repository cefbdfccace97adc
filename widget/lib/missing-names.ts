/** Names that pages use although the client of Memberstack does not have them either, with what to write instead. */
import { reportProblem } from './errors'
import { isRecord } from './values'

/** Members of the client object. */
export const missingMembers: Readonly<Record<string, string>> = {
  getMember: 'Write getCurrentMember().',
  getToken: 'Write getMemberCookie(), which returns the token at once.',
  onReady:
    'Write document.addEventListener("memberstack.ready", …), and run at once if window.$memberstackReady is true.',
  on: 'Write onAuthChange(…).',
  off: 'Call unsubscribe() of what onAuthChange(…) returned.',
  addEventListener: 'Write document.addEventListener("memberstack.ready", …), or onAuthChange(…).',
  reinitialize: 'Remove it: markup that is added later works by itself.',
  authenticateWithProvider: 'Write loginWithProvider({ provider }).',
  loginWithToken: 'Write createMemberTicket() on the first site; its ticket logs in on the other one.',
  redirectToCheckout: 'Write purchasePlansWithCheckout({ priceId }).',
  getData: 'Write getDataRecords({ table }).',
}

/** Global variables. */
export const missingGlobals = ['$memberstack', 'memberstack', 'Memberstack'] as const
export const GLOBAL_ADVICE = 'Write window.$memberstackDom.'

/** The console says once what to write instead of a name. Reading it gives `undefined`, as without it. */
export function explainMissing(window: Window, client: object): () => void {
  const once = (name: string, advice: string) => (): undefined => {
    if (told.has(name)) return
    told.add(name)
    reportProblem('warn', `${name} does not exist. ${advice}`)
  }
  const told = new Set<string>()
  for (const [name, advice] of Object.entries(missingMembers))
    defineOnRead(client, name, once(`$memberstackDom.${name}`, advice))
  const removals = missingGlobals.map((name) => defineOnRead(window, name, once(`window.${name}`, GLOBAL_ADVICE)))
  return () => removals.forEach((remove) => remove())
}

/** What calls of a method pass although it is ignored, with what to write instead. */
const ignoredParameters = {
  openModal: {
    onSuccess: 'openModal(…) returns a promise: write .then(…).',
    metadata: 'Call signupMemberEmailPassword({ metaData, … }) from a form of the page.',
  },
  updateMember: {
    email: 'Write updateMemberAuth({ email }).',
    password: 'Write updateMemberAuth({ oldPassword, newPassword }).',
    metaData: 'Write updateMemberJSON({ json }).',
    json: 'Write updateMemberJSON({ json }).',
  },
} as const

/** The console names what a call passes in vain. */
export function explainIgnored(method: keyof typeof ignoredParameters, params: unknown): void {
  for (const [name, advice] of Object.entries(ignoredParameters[method]))
    if (isRecord(params) && Object.hasOwn(params, name))
      reportProblem('warn', `$memberstackDom.${method} ignores "${name}". ${advice}`)
}

/**
 * Defines a property whose value is made when a script reads it. A value that the page sets replaces it. No effect on a
 * property that the object has.
 * @returns removes it
 */
export function defineOnRead(owner: object, name: string, read: () => unknown): () => void {
  if (Object.hasOwn(owner, name)) return () => {}
  let isOurs = true
  Object.defineProperty(owner, name, {
    configurable: true,
    get: read,
    set(value: unknown) {
      isOurs = false
      Object.defineProperty(owner, name, { configurable: true, enumerable: true, writable: true, value })
    },
  })
  return () => {
    if (isOurs) Reflect.deleteProperty(owner, name)
  }
}
