import type { Kysely } from 'kysely'
import type { Repositories } from '../../../ports/store'
import type { Tables } from '../tables'
import { createAppRepository } from './app-repository'
import { createCodeRepository } from './code-repository'
import { createMailboxRepository } from './mailbox-repository'
import { createMemberRepository } from './member-repository'
import { createOutboxRepository } from './outbox-repository'
import { createPlanConnectionRepository } from './plan-connection-repository'
import { createSessionRepository } from './session-repository'
import { createVisitRepository } from './visit-repository'

/** Every repository over one connection, or over one transaction. */
export function createRepositories(db: Kysely<Tables>): Repositories {
  return {
    apps: createAppRepository(db),
    members: createMemberRepository(db),
    planConnections: createPlanConnectionRepository(db),
    sessions: createSessionRepository(db),
    codes: createCodeRepository(db),
    outbox: createOutboxRepository(db),
    mailbox: createMailboxRepository(db),
    visits: createVisitRepository(db),
  }
}
