import {
  FLAG_RETENTION_DAYS,
  JOB_RETENTION_DAYS,
  JOB_UNDO_HOURS,
  PAYMENT_EVENT_RETENTION_DAYS,
  REMOVAL_UNDO_MS,
  UNCLAIMED_ATTEMPT_RETENTION_DAYS,
  UNPAID_PURCHASE_RETENTION_DAYS,
  VISIT_RETENTION_DAYS,
  WEBHOOK_RETENTION_DAYS,
} from '../contract/limits'
import type { SharedLock } from './database/shared-lock'
import { createDeletionWorker } from './features/accounts/deletion'
import { deviceSeenAfter } from './features/accounts/devices'
import { deleteExpiredCodes, findSignupRecord } from './features/accounts/repository'
import {
  deleteDevicesSeenBefore,
  deleteExpiredMemberTickets,
  deleteExpiredSignIn,
} from './features/accounts/repository-sign-in'
import { deleteNotesRemovedBefore } from './features/accounts/repository-detail'
import { createFiguresWorker } from './features/analytics/figures'
import { deleteContentsRemovedBefore } from './features/apps/contents'
import { deleteExpiredPreviewKeys } from './features/apps/secret-keys'
import { deleteOldEvidence, deleteStalePractice } from './features/assessments/repository'
import { deleteExpiredCaptchas } from './features/captcha/proof-of-work'
import { createResanitizeWorker } from './features/comments/content'
import { deleteExpiredOfComments } from './features/comments/repository'
import type { KeyedIssuer } from './features/credentials/issuer'
import { deleteDailyBytesBefore } from './features/files/account-storage'
import { clearJobSteps, deleteJobsBefore } from './features/jobs/repository'
import { deleteExpiredSessions } from './features/members/repository-sessions'
import { createSearchIndexWorker, createSeenSessionsWorker } from './features/members/workers'
import type { MirrorFields } from './features/mirror/jobs'
import { createMirrorWorker } from './features/mirror/worker'
import type { MirrorWorkerOptions } from './features/mirror/worker'
import { deleteExpiredOwnerAccess } from './features/owner/session'
import { createLedgerWorker } from './features/payments/ledger'
import { createReconcileWorker } from './features/payments/reconcile'
import { deletePaymentEventsBefore, deleteUnpaidPurchases, findPurchase } from './features/payments/repository'
import { deleteExpiredTestPortals } from './features/payments/test/repository'
import { createRecoveryWorker } from './features/second-factor/recovery'
import { deleteExpiredFlows } from './features/social/repository'
import { deleteExpiredConsoleAccess } from './features/staff/repository'
import { findTagOrder } from './features/tag-purchases/repository'
import { toTagPurchase } from './features/tag-purchases/purchase'
import { createIssuerWorker } from './features/tags/backfill'
import { listCreditsOfPurchase } from './features/tags/credits'
import { deleteVisitsBefore } from './features/visits'
import { deleteWebhookMessagesBefore } from './features/webhooks/repository'
import { deleteExpiredSampleLinks } from './features/work-samples/repository'
import type { Services } from './http/services'

export interface Worker {
  start(): void
  stop(graceMs: number): Promise<void>
}

/** @param opened workers of the services @returns all workers, to be stopped */
export function startWorkers(services: Services & { issuer: KeyedIssuer }, opened: readonly Worker[]): Worker[] {
  const workers = [...opened, createIssuerWorker(services), createSeenSessionsWorker(services)]
  for (const worker of workers) worker.start()
  return workers
}

/** Run in one process at a time, because of rate limits and double work. Every process has them, so another takes over. */
export function createSoleWorkers(services: Services, { tryWithLock }: Pick<SharedLock, 'tryWithLock'>): Worker[] {
  const { mirror } = services
  return [
    createReconcileWorker({ ...services, alone: (work) => tryWithLock('reconcile', work) }),
    createSearchIndexWorker({ ...services, alone: (work) => tryWithLock('member-search', work) }),
    createFiguresWorker({ ...services, alone: (work) => tryWithLock('figures', work) }),
    createRecoveryWorker({ ...services, alone: (work) => tryWithLock('recovery', work) }),
    createDeletionWorker({ ...services, alone: (work) => tryWithLock('deletions', work) }),
    createLedgerWorker({ ...services, alone: (work) => tryWithLock('ledger', work) }),
    createResanitizeWorker({ ...services, alone: (work) => tryWithLock('resanitize', work) }),
    ...(mirror
      ? [
          createMirrorWorker({
            ...services,
            mirror,
            readers: mirrorReaders(services),
            alone: (work) => tryWithLock('mirror', work),
          }),
        ]
      : []),
  ]
}

export function mirrorReaders({ store, clock }: Pick<Services, 'store' | 'clock'>): MirrorWorkerOptions['readers'] {
  return {
    async signup(id): Promise<MirrorFields | null> {
      const record = await findSignupRecord(store, id)
      if (!record) return null
      const { memberId, email, customFields, createdAt } = record
      return { ...customFields, email, memberId, createdAt: new Date(createdAt).toISOString() }
    },
    async purchase(id): Promise<MirrorFields | null> {
      const [order, purchase] = [await findTagOrder(store, id), await findPurchase(store, id)]
      if (!order || !purchase) return null
      const credits = await listCreditsOfPurchase(store, id)
      const record = toTagPurchase(order, purchase, credits, clock.now())
      // Without fields that change by time alone: the copy would become wrong.
      const { id: _, selectedSkills, refundableUntil: _until, unusedTags: _unused, ...fields } = record
      return { ...fields, memberId: order.memberId, selectedSkills: selectedSkills.join(', ') }
    },
  }
}

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/**
 * Deletes what is past its retention: visits, provider events, unpaid checkouts, ended sessions, unseen devices, tickets, expired links,
 * codes and preview keys, removed notes and hosted content, unclaimed or incomplete practice, evidence on attempts, typing signs, sent webhooks, jobs and their exports, and stored bytes per network before today.
 */
export async function purgeExpired({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const now = clock.now()
  await deleteVisitsBefore(store, now - VISIT_RETENTION_DAYS * DAY_MS)
  await deleteExpiredSessions(store, now)
  await deleteDevicesSeenBefore(store, deviceSeenAfter(now))
  await deleteExpiredMemberTickets(store, now)
  await deleteExpiredFlows(store, now)
  await deleteExpiredCodes(store, now)
  await deleteExpiredSignIn(store, now)
  await deleteExpiredCaptchas(store, now)
  await deleteExpiredSampleLinks(store, now)
  await deleteExpiredOwnerAccess(store, now)
  await deleteExpiredConsoleAccess(store, now)
  await deleteExpiredPreviewKeys(store, now)
  await deletePaymentEventsBefore(store, now - PAYMENT_EVENT_RETENTION_DAYS * DAY_MS)
  await deleteUnpaidPurchases(store, now - UNPAID_PURCHASE_RETENTION_DAYS * DAY_MS)
  await deleteStalePractice(store, now - UNCLAIMED_ATTEMPT_RETENTION_DAYS * DAY_MS)
  await deleteOldEvidence(store, now - FLAG_RETENTION_DAYS * DAY_MS)
  await deleteExpiredTestPortals(store, now)
  await deleteExpiredOfComments(store, now)
  await deleteDailyBytesBefore(store, Math.floor(now / DAY_MS))
  await clearJobSteps(store, now - JOB_UNDO_HOURS * HOUR_MS)
  await deleteJobsBefore(store, now - JOB_RETENTION_DAYS * DAY_MS)
  await deleteNotesRemovedBefore(store, now - REMOVAL_UNDO_MS)
  await deleteContentsRemovedBefore(store, now - REMOVAL_UNDO_MS)
  await deleteWebhookMessagesBefore(store, now - WEBHOOK_RETENTION_DAYS * DAY_MS)
}
