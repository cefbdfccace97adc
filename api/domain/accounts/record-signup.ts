import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'

/**
 * Writes down what somebody signed up with, for apps that keep it. Column by column: whatever a member's row learns to
 * hold, the password's hash for one, cannot end in a record.
 *
 * @param member stored in the same transaction
 */
export async function recordSignup(
  { signupRecords }: Pick<Repositories, 'signupRecords'>,
  { secrets }: Pick<Services, 'secrets'>,
  app: AppDefinition,
  member: MemberRow,
): Promise<void> {
  if (!app.keepsSignupRecords) return
  const { id: memberId, appId, mode, email, customFields, createdAt } = member
  await signupRecords.insert({ id: secrets.id('sup'), appId, mode, memberId, email, customFields, createdAt })
}
