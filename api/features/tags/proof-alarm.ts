import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { ProofAlarm } from '../../ports/trusttag/proof-alarm'
import type { AppDefinition } from '../apps/definition'
import { proofAlarmMail } from './mails'
import { toOutboxRow } from '../mail/outbox'
import { reasonOf } from '../../domain/payments/reason-of'

type AlarmServices = Pick<Services, 'store' | 'securityLog' | 'secrets' | 'clock' | 'mailWaiting'> & {
  log: { error(facts: object, message: string): void }
}

/** Subjects that a process keeps in memory as raised; beyond that the database is asked. */
const REMEMBERED = 1_000

/**
 * Tells the owner that the database contradicts what was signed: a line in the log once for each process, and once for each
 * subject, ever, a line in the security log and a mail to the owner of the app (`inbox.ownerEmail`).
 */
export function createProofAlarm(services: AlarmServices): Services['proofAlarm'] {
  const { log } = services
  const raised = new Set<string>()
  return (alarm) => {
    const subject = subjectOf(alarm)
    if (raised.has(subject)) return
    if (raised.size >= REMEMBERED) raised.clear()
    raised.add(subject)
    log.error({ alarm: alarm.kind, subject }, 'the database contradicts what was signed')
    record(services, alarm, subject).catch((error: unknown) => {
      // The next occurrence tries again.
      raised.delete(subject)
      log.error({ reason: reasonOf(error) }, 'an alarm about signed records could not be recorded')
    })
  }
}

const subjectOf = (alarm: ProofAlarm): string =>
  alarm.kind === 'tag-record-differs' ? alarm.tagId : `${alarm.mode} status list ${alarm.list}`

async function record(services: AlarmServices, alarm: ProofAlarm, subject: string): Promise<void> {
  const isNew = await services.store.transaction(async (repositories) => {
    if (!(await repositories.proofAlarms.record(subject, services.clock.now()))) return false
    for (const { app, mode } of await recipients(repositories, alarm)) {
      const ownerEmail = app.inbox?.ownerEmail
      if (ownerEmail !== undefined)
        await repositories.outbox.insert(
          toOutboxRow(services, app, { email: ownerEmail, mode }, proofAlarmMail(app, alarm)),
        )
    }
    return true
  })
  if (!isNew) return
  services.securityLog.write(alarm.kind, { subject })
  services.mailWaiting()
}

/** Whose TrustTag it is; of a status list everybody who issues TrustTags. */
async function recipients(
  { apps, tags }: Pick<Repositories, 'apps' | 'tags'>,
  alarm: ProofAlarm,
): Promise<{ app: AppDefinition; mode: 'live' | 'test' }[]> {
  if (alarm.kind === 'status-list-damaged')
    return (await apps.list()).filter(({ trustTag }) => trustTag).map((app) => ({ app, mode: alarm.mode }))
  const tag = await tags.find(alarm.tagId)
  const app = tag && (await apps.findById(tag.appId))
  return tag && app ? [{ app, mode: tag.mode }] : []
}
