import type { Repositories } from '../../ports/store'

/**
 * Nobody comes back to an account the way they came before, but by its password: sessions end with what hangs on them,
 * providers are disconnected, and a way to a provider that ended and was not asked about leads nowhere.
 */
export async function dropWaysIn(
  {
    sessions,
    providerConnections,
    providerAnswers,
  }: Pick<Repositories, 'sessions' | 'providerConnections' | 'providerAnswers'>,
  memberId: string,
): Promise<void> {
  await sessions.deleteByMember(memberId)
  await providerConnections.deleteByMember(memberId)
  await providerAnswers.deleteByMember(memberId)
}
