import type { EmailChangeRow } from '../../ports/address-store'
import type { Services } from '../../ports/services'
import type { AppDefinition } from '../app-definition'
import { takeBackEmail } from './take-back-email'

export interface UndoableChange {
  change: EmailChangeRow
  app: AppDefinition
}

/** What the link in a mail to an old address can take back; null when it is unknown, used or too old. */
export async function findEmailChange(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  token: string,
): Promise<UndoableChange | null> {
  const change = await store.emailChanges.findByLink(secrets.digest(token), clock.now())
  const app = change && (await store.apps.findById(change.appId))
  return change && app ? { change, app } : null
}

/**
 * Somebody else gave the account another address: its owner gets it back, and whatever that person could come back with
 * ends, password, sessions and open codes. All in one transaction.
 *
 * @returns false when it cannot be taken back any more
 */
export async function undoEmailChange(
  { store }: Pick<Services, 'store'>,
  { change }: UndoableChange,
): Promise<boolean> {
  return store.transaction(async (repositories) => {
    const member = await repositories.members.lock(change.memberId)
    if (!member || !(await takeBackEmail(repositories, change, member))) return false
    await repositories.members.update(member.id, { passwordHash: null })
    await repositories.sessions.deleteByMember(member.id)
    return true
  })
}
