import type { Repositories } from '../../ports/store'

/**
 * Ends every way into an account but its password: sessions with what depends on them, provider connections and answers
 * that were not fetched yet, and known devices.
 *
 * @param exceptDevice what began on this device stays
 */
export async function dropWaysIn(
  {
    sessions,
    providerConnections,
    providerAnswers,
    devices,
  }: Pick<Repositories, 'sessions' | 'providerConnections' | 'providerAnswers' | 'devices'>,
  memberId: string,
  exceptDevice: string | null = null,
): Promise<void> {
  await sessions.deleteByMember(memberId, exceptDevice)
  await providerConnections.deleteByMember(memberId, exceptDevice)
  await providerAnswers.deleteByMember(memberId)
  await devices.deleteByMember(memberId, exceptDevice)
}
