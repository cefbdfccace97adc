/** Names that pages use although the client of Memberstack does not have them either, with what to write instead. */
import { reportProblem } from './errors'

/** Members of the client object. */
export const missingMembers: Readonly<Record<string, string>> = {
  getMember: 'getCurrentMember()',
  getToken: 'getMemberCookie()',
  onReady: 'document.addEventListener("memberstack.ready", …)',
  on: 'onAuthChange(…)',
  off: 'onAuthChange(…).unsubscribe()',
  addEventListener: 'onAuthChange(…)',
  reinitialize: 'nothing: late markup works',
  authenticateWithProvider: 'loginWithProvider(…)',
  loginWithToken: 'createMemberTicket()',
  redirectToCheckout: 'purchasePlansWithCheckout(…)',
  getData: 'getDataRecords(…)',
}

/** Global variables. */
export const missingGlobals = ['$memberstack', 'memberstack', 'Memberstack'] as const

/** The console says once what to write instead of a name. Reading it gives `undefined`, as without it. */
export function explainMissing(window: Window, client: object): () => void {
  const explain = (owner: object, name: string, right: string): (() => void) => {
    let isTold = false
    return defineOnRead(owner, name, () => {
      if (!isTold) reportProblem('warn', `${name} does not exist. Write ${right}.`)
      isTold = true
    })
  }
  for (const [name, right] of Object.entries(missingMembers)) explain(client, name, right)
  const removals = missingGlobals.map((name) => explain(window, name, '$memberstackDom'))
  return () => removals.forEach((remove) => remove())
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
