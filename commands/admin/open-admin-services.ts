import { createPasswordHasher } from '../../api/features/accounts/hasher'
import type { Config } from '../../api/config'
import type { Services } from '../../api/ports/services'
import { openServices } from '../owner/open-services'
import type { CommandServices } from '../owner/open-services'

export type AdminServices = CommandServices & Pick<Services, 'hasher'>

/** The parts of the server that the verbs need, over the same database file. @throws ConfigError */
export async function openAdminServices(config: Config, banksFolder: string | URL): Promise<AdminServices> {
  return { ...(await openServices(config, banksFolder)), hasher: createPasswordHasher() }
}
