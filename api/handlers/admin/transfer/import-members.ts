import { importMembers as importFile } from '../../../domain/transfer/import-members'
import type { AdminHandler } from '../../../ports/admin-handler'

/**
 * Makes members of a file, and says what became of its rows.
 * @throws ApiError `invalid-import-file`, `too-many-import-rows`, `import-refused` where it is all or nothing
 */
export const importMembers: AdminHandler<'importMembers'> = async (
  services,
  { app, mode, actor },
  { content, format, dryRun, onConflict, atomic },
) => {
  const owner = { appId: app.id, mode, actor }
  const request = { content, format, dryRun: dryRun === 'true', onConflict, atomic: atomic === 'true' }
  return { data: await importFile(services, owner, app, request) }
}
