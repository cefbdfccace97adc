import type { Services } from '../../ports/services'
import type { AppDefinition } from '../app-definition'
import { auditEntry } from '../../features/audit/actions'
import type { Owner } from '../../features/audit/actions'
import { UniqueConstraintError } from '../../lib/errors'
import { AppDefinitionError, KEYS_TAKEN } from './app-definition-error'
import { planChange } from './plan-change'
import type { AppChange } from './plan-change'

/**
 * Changes the app that a definition names, or adds it where there is none of that id.
 * @param owner of that app
 * @param file name of the file that the definition stands in, for errors
 * @param app whose HTML was checked, too
 * @throws AppDefinitionError with everything that is refused; nothing is changed then
 */
export async function changeApp(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  file: string,
  app: AppDefinition,
): Promise<AppChange> {
  try {
    return await services.store.transaction(async ({ apps, auditLog }) => {
      await apps.lock(app.id)
      const change = await planChange({ apps }, file, app)
      if (change.kind === 'none') return change
      // Nobody locks an app that is not there yet.
      if (change.kind === 'add' && !(await apps.insert(app)))
        throw new AppDefinitionError(file, ['id: somebody else added this app at the same moment; try again'])
      if (change.kind === 'change') await apps.replace(app)
      const detail = { parts: change.parts.join(', ') }
      await auditLog.insert(auditEntry(services, owner, { act: `app.${change.kind}`, subject: app.id, detail }))
      return change
    })
  } catch (error) {
    // Another app took one of them after it was looked for.
    if (error instanceof UniqueConstraintError) throw new AppDefinitionError(file, [KEYS_TAKEN])
    throw error
  }
}
