import type { Db } from '../../api/database/db'
import * as accounts from '../../api/features/accounts/repository'
import * as mail from '../../api/features/mail/outbox'
import * as sessions from '../../api/features/members/repository-sessions'
import * as mirror from '../../api/features/mirror/jobs'
import * as credits from '../../api/features/tags/credits'
import * as log from '../../api/features/transparency-log/repository'
import * as webhooks from '../../api/features/webhooks/repository'
import type { Mode } from '../../api/lib/ids'

/** Repository functions as tests call them: with values one after the other, where the product names them in an object. */

/** App and mode. */
export const ofScope =
  <Rest extends unknown[], T>(run: (db: Db, scope: { appId: string; mode: Mode }, ...rest: Rest) => T) =>
  (db: Db, appId: string, mode: Mode, ...rest: Rest): T =>
    run(db, { appId, mode }, ...rest)

export const findOpenCode = (
  db: Db,
  memberId: string,
  purpose: accounts.CodePurpose,
  now: number,
  requestDigest: string | null = null,
) => accounts.findOpenCode(db, memberId, { purpose, now, requestDigest })

export const takeEmailCodeTry = (
  db: Db,
  account: accounts.AccountEmail,
  purpose: accounts.EmailCodePurpose,
  now: number,
  requestDigest: string | null = null,
) => accounts.takeEmailCodeTry(db, account, { purpose, now, requestDigest })

export const claimDueDeliveries = (
  db: Db,
  now: number,
  claimUntil: number,
  limit: number,
  except: readonly string[] = [],
) => webhooks.claimDueDeliveries(db, { now, claimUntil, limit, except })

export const rescheduleMail = (db: Db, id: string, attempts: number, nextAttemptAt: number, lastError: string) =>
  mail.rescheduleMail(db, id, { attempts, nextAttemptAt, lastError })

export const rescheduleMirrorJob = (db: Db, id: string, attempts: number, nextAttemptAt: number, lastError: string) =>
  mirror.rescheduleMirrorJob(db, id, { attempts, nextAttemptAt, lastError })

export const moveCredit = (
  db: Db,
  id: string,
  from: credits.CreditStatus,
  to: credits.CreditStatus,
  at: number,
  tagId?: string | null,
) => credits.moveCredit(db, id, { from, to, at, ...(tagId !== undefined && { tagId }) })

export const readLogHashes = (
  db: Db,
  mode: Parameters<typeof log.readLogHashes>[1],
  level: number,
  from: number,
  count: number,
) => log.readLogHashes(db, mode, { level, from, count })

type AnySession = Parameters<typeof sessions.insertSession>[1]
type Optional = 'sessionId' | 'methods' | 'verifiedAt' | 'lastSeenAt' | 'network' | 'agent' | 'isFormer'

/** What a test does not say is as at a login by a published client. */
export const insertSession = (db: Db, session: Omit<AnySession, Optional> & Partial<AnySession>): Promise<void> =>
  sessions.insertSession(db, {
    sessionId: `ses_${session.tokenDigest}`,
    methods: 'password',
    verifiedAt: session.createdAt,
    lastSeenAt: session.createdAt,
    network: null,
    agent: null,
    isFormer: 0,
    ...session,
  })
