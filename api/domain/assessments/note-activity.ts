import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { ActivityAction } from '../../ports/trusttag/tag-store'

/** Writes a line of a member's activity; of a visitor nothing is kept until they claim what they did. */
export async function noteActivity(
  { activities }: Pick<Repositories, 'activities'>,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { memberId, skill }: { memberId: string | null; skill: string },
  action: ActivityAction,
): Promise<void> {
  if (memberId === null) return
  await activities.insert({ id: secrets.id('act'), memberId, action, skill, at: clock.now() })
}
