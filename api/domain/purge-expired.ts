import {
  PAYMENT_EVENT_RETENTION_DAYS,
  UNCLAIMED_ATTEMPT_RETENTION_DAYS,
  UNPAID_PURCHASE_RETENTION_DAYS,
  VISIT_RETENTION_DAYS,
  WEBHOOK_RETENTION_DAYS,
} from '../../contract/limits'
import { deleteExpiredOfComments } from '../features/comments/repository'
import { deleteVisitsBefore } from '../features/visits'
import type { Services } from '../ports/services'
import { deviceSeenAfter } from '../features/accounts/devices'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Deletes what has had its time: visits, events of payment providers and checkouts that nobody paid past their retention,
 * ended sessions, devices that were not seen for long, tickets, links to work samples and to the owner's page, codes and test portals that no longer work,
 * attempts that nobody claimed or completed, signs of typing, links that end mails, webhooks that were sent, and what networks stored before today.
 */
export async function purgeExpired({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const now = clock.now()
  await deleteVisitsBefore(store, now - VISIT_RETENTION_DAYS * DAY_MS)
  await store.sessions.deleteExpired(now)
  await store.devices.deleteSeenBefore(deviceSeenAfter(now))
  await store.memberTickets.deleteExpired(now)
  await store.providerFlows.deleteExpired(now)
  await store.providerAnswers.deleteExpired(now)
  await store.connectTickets.deleteExpired(now)
  await store.testConsents.deleteExpired(now)
  await store.codes.deleteExpired(now)
  await store.emailCodes.deleteExpired(now)
  await store.emailChanges.deleteExpired(now)
  await store.captchas.deleteExpired(now)
  await store.sampleLinks.deleteExpired(now)
  await store.ownerAccess.deleteExpired(now)
  await store.paymentEvents.deleteBefore(now - PAYMENT_EVENT_RETENTION_DAYS * DAY_MS)
  await store.purchases.deleteUnpaid(now - UNPAID_PURCHASE_RETENTION_DAYS * DAY_MS)
  await store.attempts.deleteStale(now - UNCLAIMED_ATTEMPT_RETENTION_DAYS * DAY_MS)
  await store.testPayments.deleteExpiredPortals(now)
  await deleteExpiredOfComments(store, now)
  await store.storage.deleteDailyBefore(Math.floor(now / DAY_MS))
  await store.webhooks.deleteMessagesBefore(now - WEBHOOK_RETENTION_DAYS * DAY_MS)
}
