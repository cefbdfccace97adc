import type { AttemptRepository, QuestionStatisticsRepository } from './attempt-store'
import type { AuditRepository, MirrorJobRepository } from './audit-store'
import type { CredentialRepository, StatusRepository } from './credential-store'
import type { CreditRepository, OfferClaimRepository, TagOrderRepository } from './credit-store'
import type { ProofAlarmRepository } from './proof-alarm'
import type { SigningKeyRepository } from '../../features/credentials/keys'
import type { LogRepository } from './log-store'
import type { MemberRecordsRepository } from './member-records'
import type { OwnerAccessRepository } from './owner-store'
import type { ActivityRepository, ProfileRepository, TagRepository } from './tag-store'
import type { SampleLinkRepository, WorkSampleRepository } from './work-sample-store'

/** Of everything about TrustTags; part of `Repositories`. */
export interface TrustTagRepositories {
  attempts: AttemptRepository
  questionStatistics: QuestionStatisticsRepository
  tagOrders: TagOrderRepository
  credits: CreditRepository
  offerClaims: OfferClaimRepository
  mirrorJobs: MirrorJobRepository
  tags: TagRepository
  profiles: ProfileRepository
  activities: ActivityRepository
  workSamples: WorkSampleRepository
  sampleLinks: SampleLinkRepository
  auditLog: AuditRepository
  ownerAccess: OwnerAccessRepository
  /** The public log of each mode. */
  log: LogRepository
  credentials: CredentialRepository
  statusPlaces: StatusRepository
  proofAlarms: ProofAlarmRepository
  signingKeys: SigningKeyRepository
  memberRecords: MemberRecordsRepository
}
