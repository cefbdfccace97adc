import { attempt } from '../lib/attempt'
import { reportProblem } from '../lib/report-problem'
import { takeParameter } from '../lib/take-parameter'
import { setMember } from '../stores/member'
import { currentToken } from '../stores/session'
import type { CallEndpoint } from '../transport/call'
import { loggedIn } from './auth'
import type { ClientContext } from './context'

const PARAMETER = 'memberToken'

/**
 * Takes a ticket out of the page's address, before anything can read, send or keep it there. The rest of the address
 * and the state of the history entry stay as they are.
 */
export function takeTicket({ location, history }: Window): string | undefined {
  const { value, rest } = takeParameter(location.search, PARAMETER)
  if (value === null) return undefined
  const address = new URL(location.href)
  address.search = rest
  // A sandboxed frame may not change its address.
  attempt(() => history.replaceState(history.state, '', address))
  return value || undefined
}

/** Logs in with a ticket. A ticket that is refused leaves a visitor. @param call not waiting for readiness */
export async function exchangeTicket(context: ClientContext, call: CallEndpoint, ticket: string): Promise<void> {
  try {
    const device = context.device.token()
    loggedIn(context, 'login', await call('exchangeMemberTicket', { ticket, device }))
  } catch (error) {
    reportProblem('warn', 'The ticket in the address of this page logs nobody in.', error)
    if (!currentToken()) setMember(null)
  }
}
