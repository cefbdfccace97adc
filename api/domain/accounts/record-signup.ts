import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { queueMirrorJob } from '../../features/mirror/jobs'

/**
 * Writes down what somebody signed up with, for apps that keep it. Column by column: whatever a member's row learns to
 * hold, the password's hash for one, cannot end in a record.
 *
 * @param member stored in the same transaction
 */
export async function recordSignup(
  repositories: Pick<Repositories, 'signupRecords' | 'mirrorJobs'>,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror'>,
  app: AppDefinition,
  member: MemberRow,
): Promise<void> {
  if (!app.keepsSignupRecords) return
  const { id: memberId, appId, mode, email, customFields, createdAt } = member
  const id = services.secrets.id('sup')
  await repositories.signupRecords.insert({ id, appId, mode, memberId, email, customFields, createdAt })
  await queueMirrorJob(repositories, services, { appId, mode, kind: 'signup', recordId: id })
}
