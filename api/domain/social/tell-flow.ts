import type { ProviderFlowRow } from '../../ports/provider-store'
import type { Services } from '../../ports/services'
import type { SecurityEventName } from '../../lib/security-log'
import type { FlowDone, FlowEnd } from './flow-end'

const events = {
  signup: 'account-created',
  login: 'login-succeeded',
  connect: 'provider-linked',
} as const satisfies Record<FlowDone['came'], SecurityEventName>

/** Tells the security log what a way to a provider came to. A login that is still to be fetched is told when it is. */
export function tellFlow(
  { securityLog }: Pick<Services, 'securityLog'>,
  { appId, mode, provider }: ProviderFlowRow,
  { done }: FlowEnd,
): void {
  if (!done || (done.came === 'login' && !done.isOver)) return
  const { came, memberId } = done
  securityLog.write(events[came], { appId, mode, memberId, method: 'provider', subject: provider })
}
