import type { AttemptRepository, QuestionStatisticsRepository } from './attempt-store'
import type { AuditRepository, MirrorJobRepository } from './audit-store'
import type { CreditRepository, OfferClaimRepository, TagOrderRepository } from './credit-store'
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
  memberRecords: MemberRecordsRepository
}
