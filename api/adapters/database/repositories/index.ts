import type { Kysely } from 'kysely'
import type { Repositories } from '../../../ports/store'
import type { Tables } from '../tables'
import { createAppRepository } from './app-repository'
import { createCaptchaRepository } from './captcha-repository'
import { createCodeRepository } from './code-repository'
import { createEmailChangeRepository } from './email-change-repository'
import { createEmailCodeRepository } from './email-code-repository'
import type { ImageColumn } from './image-column'
import { createInboxRepository } from './inbox-repository'
import { createMailboxRepository } from './mailbox-repository'
import { createMemberRepository } from './member-repository'
import { createMemberTicketRepository } from './member-ticket-repository'
import { createOutboxRepository } from './outbox-repository'
import { createPaymentEventRepository } from './payment-event-repository'
import { createPlanConnectionRepository } from './plan-connection-repository'
import { createPurchaseRepository } from './purchase-repository'
import { createSessionRepository } from './session-repository'
import { createTeamRepository } from './team-repository'
import { createTestPaymentsRepository } from './test-payments-repository'
import { createVisitRepository } from './visit-repository'

/** Every repository over one connection, or over one transaction. */
export function createRepositories(db: Kysely<Tables>, image: ImageColumn): Repositories {
  return {
    apps: createAppRepository(db),
    members: createMemberRepository(db, image),
    planConnections: createPlanConnectionRepository(db),
    purchases: createPurchaseRepository(db),
    paymentEvents: createPaymentEventRepository(db),
    teams: createTeamRepository(db, image),
    testPayments: createTestPaymentsRepository(db),
    sessions: createSessionRepository(db),
    memberTickets: createMemberTicketRepository(db),
    codes: createCodeRepository(db),
    emailCodes: createEmailCodeRepository(db),
    emailChanges: createEmailChangeRepository(db),
    captchas: createCaptchaRepository(db),
    outbox: createOutboxRepository(db),
    mailbox: createMailboxRepository(db),
    inbox: createInboxRepository(db),
    visits: createVisitRepository(db),
  }
}
