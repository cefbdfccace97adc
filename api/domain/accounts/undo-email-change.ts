import type { EmailChangeRow } from '../../ports/address-store'
import type { Services } from '../../ports/services'
import type { AppDefinition } from '../app-definition'
import { emailChangedMail } from '../mails/email-changed-mail'
import { toOutboxRow } from '../../features/mail/outbox'
import { dropWaysIn } from './drop-ways-in'
import { ownWordsOf } from './own-words'
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
 * ends, password, sessions, providers and open codes. If that address was proven meanwhile, the profile is again as it was before,
 * without a picture: what its reader wrote stays theirs, and they are told that the account is gone. All in one
 * transaction.
 *
 * @returns false when it cannot be taken back any more
 */
export async function undoEmailChange(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls' | 'mailWaiting'>,
  { change, app }: UndoableChange,
): Promise<boolean> {
  const done = await services.store.transaction(async (repositories) => {
    const member = await repositories.members.lock(change.memberId)
    const taken = member && (await takeBackEmail(repositories, change, member))
    if (!taken) return false
    const profile = taken.wordsBefore && ownWordsOf(app, member, taken.wordsBefore)
    await repositories.members.update(member.id, { passwordHash: null, ...profile })
    await dropWaysIn(repositories, member.id)
    if (member.verified) {
      const told = emailChangedMail(app, services.urls, { token: null })
      await repositories.outbox.insert(toOutboxRow(services, app, member, told))
    }
    return true
  })
  services.mailWaiting()
  return done
}
