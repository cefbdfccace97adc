import type { Kysely } from 'kysely'
import type { Repositories } from '../../../ports/store'
import type { PrepareLookUp } from '../look-up'
import type { Tables } from '../../../database/tables'
import { createActivityRepository } from './activity-repository'
import { createAppRepository } from './app-repository'
import { createAttemptRepository } from './attempt-repository'
import { createAuditRepository } from './audit-repository'
import { createCaptchaRepository } from './captcha-repository'
import { createCodeRepository } from './code-repository'
import { createConnectTicketRepository } from './connect-ticket-repository'
import { createCredentialRepository, createProofAlarmRepository } from './credential-repository'
import { createCreditRepository } from './credit-repository'
import { createDeviceRepository } from './device-repository'
import { createEmailChangeRepository } from './email-change-repository'
import { createEmailCodeRepository } from './email-code-repository'
import type { ImageColumn } from '../../../database/db'
import { createLogRepository } from './log-repository'
import { createMailboxRepository } from './mailbox-repository'
import { createMemberRecordsRepository } from './member-records-repository'
import { createMemberRepository } from './member-repository'
import { createMemberTicketRepository } from './member-ticket-repository'
import { createMemberTransferRepository } from './member-transfer-repository'
import { createMirrorJobRepository } from './mirror-job-repository'
import { createOfferClaimRepository } from './offer-claim-repository'
import { createOutboxRepository } from './outbox-repository'
import { createOwnerAccessRepository } from './owner-access-repository'
import { createPaymentEventRepository } from './payment-event-repository'
import { createPlanConnectionRepository } from './plan-connection-repository'
import { createProfileRepository } from './profile-repository'
import { createProviderAnswerRepository } from './provider-answer-repository'
import { createProviderConnectionRepository } from './provider-connection-repository'
import { createProviderFlowRepository } from './provider-flow-repository'
import { createPurchaseRepository } from './purchase-repository'
import { createQuestionStatisticsRepository } from './question-statistics-repository'
import { createSampleLinkRepository } from './sample-link-repository'
import { createSecretKeyRepository } from './secret-key-repository'
import { createSessionRepository } from './session-repository'
import { createSignupRecordRepository } from './signup-record-repository'
import { createSigningKeyRepository } from './signing-key-repository'
import { createStatusRepository } from './status-repository'
import { createStorageRepository } from './storage-repository'
import { createTagOrderRepository } from './tag-order-repository'
import { createTagRepository } from './tag-repository'
import { createTeamRepository } from './team-repository'
import { createTestConsentRepository } from './test-consent-repository'
import { createTestPaymentsRepository } from './test-payments-repository'
import { createWebhookRepository } from './webhook-repository'
import { createWorkSampleRepository } from './work-sample-repository'

/**
 * Every repository over one connection, or over one transaction.
 * @param prepareLookUp never inside a transaction: it would look beside it
 */
export function createRepositories(
  db: Kysely<Tables>,
  image: ImageColumn,
  prepareLookUp?: PrepareLookUp,
): Repositories {
  return {
    apps: createAppRepository(db),
    members: createMemberRepository(db, image),
    memberTransfers: createMemberTransferRepository(db, image),
    signupRecords: createSignupRecordRepository(db),
    planConnections: createPlanConnectionRepository(db),
    purchases: createPurchaseRepository(db),
    paymentEvents: createPaymentEventRepository(db),
    teams: createTeamRepository(db, image),
    testPayments: createTestPaymentsRepository(db),
    sessions: createSessionRepository(db, image, prepareLookUp),
    devices: createDeviceRepository(db),
    memberTickets: createMemberTicketRepository(db),
    providerConnections: createProviderConnectionRepository(db),
    providerFlows: createProviderFlowRepository(db),
    providerAnswers: createProviderAnswerRepository(db),
    connectTickets: createConnectTicketRepository(db),
    testConsents: createTestConsentRepository(db),
    codes: createCodeRepository(db),
    emailCodes: createEmailCodeRepository(db),
    emailChanges: createEmailChangeRepository(db),
    captchas: createCaptchaRepository(db),
    outbox: createOutboxRepository(db),
    mailbox: createMailboxRepository(db),
    secretKeys: createSecretKeyRepository(db),
    webhooks: createWebhookRepository(db),
    attempts: createAttemptRepository(db),
    questionStatistics: createQuestionStatisticsRepository(db),
    tagOrders: createTagOrderRepository(db),
    credits: createCreditRepository(db),
    offerClaims: createOfferClaimRepository(db),
    mirrorJobs: createMirrorJobRepository(db),
    tags: createTagRepository(db),
    profiles: createProfileRepository(db),
    activities: createActivityRepository(db),
    workSamples: createWorkSampleRepository(db),
    sampleLinks: createSampleLinkRepository(db),
    auditLog: createAuditRepository(db),
    ownerAccess: createOwnerAccessRepository(db),
    log: createLogRepository(db),
    credentials: createCredentialRepository(db),
    proofAlarms: createProofAlarmRepository(db),
    statusPlaces: createStatusRepository(db),
    signingKeys: createSigningKeyRepository(db),
    storage: createStorageRepository(db),
    memberRecords: createMemberRecordsRepository(db),
  }
}
