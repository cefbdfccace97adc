import { exportMembers as writeFile } from '../../../domain/transfer/export-members'
import type { AdminHandler } from '../../../ports/admin-handler'

const contentTypes = { json: 'application/json', csv: 'text/csv' } as const

/**
 * All members, or a part of them, as a file.
 * @throws ApiError `member-not-found` for an `after` that is nobody here
 */
export const exportMembers: AdminHandler<'exportMembers'> = async (
  services,
  { app, mode, actor },
  { format, passwordHashes, limit = null, after = null },
) => {
  const owner = { appId: app.id, mode, actor }
  const request = { format, withHashes: passwordHashes === 'true', limit, after }
  const { parts } = await writeFile(services, owner, app, request)
  return { data: parts, contentType: contentTypes[format] }
}
