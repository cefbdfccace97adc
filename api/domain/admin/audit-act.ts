import type { AdminContext } from '../../ports/admin-handler'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { auditEntry } from '../owner/owner-act'

type Act = Parameters<typeof auditEntry>[2]

/** Writes down what was done with a secret key, in the transaction of the act. */
export const auditAct = (
  { auditLog }: Pick<Repositories, 'auditLog'>,
  services: Pick<Services, 'secrets' | 'clock'>,
  { app, mode, actor }: Pick<AdminContext, 'app' | 'mode' | 'actor'>,
  act: Act,
): Promise<void> => auditLog.insert(auditEntry(services, { appId: app.id, mode, actor }, act))
