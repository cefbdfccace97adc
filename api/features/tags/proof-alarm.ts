import type { Db } from '../../database/db'
import { reasonOf } from '../../lib/errors'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { recordAlarm } from '../credentials/repository'
import type { ProofAlarm } from '../credentials/status-list'
import { insertMail, toOutboxRow } from '../mail/outbox'
import { proofAlarmMail } from './mails'
import { findTagById } from './repository'
import { findAppById, listApps } from '../apps/repository'

type AlarmServices = Pick<Services, 'store' | 'securityLog' | 'secrets' | 'clock' | 'mailWaiting'> & {
  log: { error(facts: object, message: string): void }
}

/** Subjects in memory; beyond that, the database decides. */
const REMEMBERED = 1_000

/**
 * Alarms the owner that the database contradicts what was signed: one log line per process, and once ever per subject,
 * a security log line and an email to the app's owner (`inbox.ownerEmail`).
 */
export function createProofAlarm(services: AlarmServices): Services['proofAlarm'] {
  const { log } = services
  const raised = new Set<string>()
  return (alarm) => {
    const subject = subjectOf(alarm)
    if (raised.has(subject)) return
    if (raised.size >= REMEMBERED) raised.clear()
    raised.add(subject)
    log.error({ alarm: alarm.kind, subject }, 'the database contradicts signed records')
    record(services, alarm, subject).catch((error: unknown) => {
      // The next occurrence tries again.
      raised.delete(subject)
      log.error({ reason: reasonOf(error) }, 'could not record an alarm about signed records')
    })
  }
}

function subjectOf(alarm: ProofAlarm): string {
  if (alarm.kind === 'tag-record-differs') return alarm.tagId
  return alarm.kind === 'status-list-damaged' ? `${alarm.mode} status list ${alarm.list}` : alarm.origin
}

async function record(services: AlarmServices, alarm: ProofAlarm, subject: string): Promise<void> {
  const isNew = await services.store.transaction(async (tx) => {
    if (!(await recordAlarm(tx, subject, services.clock.now()))) return false
    for (const { app, mode } of await recipients(tx, alarm)) {
      const ownerEmail = app.inbox?.ownerEmail
      if (ownerEmail !== undefined)
        await insertMail(tx, toOutboxRow(services, app, { email: ownerEmail, mode }, proofAlarmMail(app, alarm)))
    }
    return true
  })
  if (!isNew) return
  services.securityLog.write(alarm.kind, { subject })
  services.mailWaiting()
}

/** The TrustTag's app; for a status list or a log, every app that issues TrustTags. */
async function recipients(db: Db, alarm: ProofAlarm): Promise<{ app: AppDefinition; mode: 'live' | 'test' }[]> {
  if (alarm.kind !== 'tag-record-differs')
    return (await listApps(db)).filter(({ trustTag }) => trustTag).map((app) => ({ app, mode: alarm.mode }))
  const tag = await findTagById(db, alarm.tagId)
  const app = tag && (await findAppById(db, tag.appId))
  return tag && app ? [{ app, mode: tag.mode }] : []
}
