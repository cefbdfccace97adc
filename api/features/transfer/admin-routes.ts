import type { AdminHandlers } from '../../ports/admin-handler'
import { ownerOf } from '../audit/actions'
import { exportMembers } from './export'
import { importMembers } from './import'

const contentTypes = { json: 'application/json', csv: 'text/csv' } as const

/** Members of an app and mode as a file, and a file as members. */
export const transferHandlers = {
  async exportMembers(services, context, { format, passwordHashes, limit = null, after = null }) {
    const request = { format, withHashes: passwordHashes === 'true', limit, after }
    const { parts } = await exportMembers(services, ownerOf(context), context.app, request)
    return { data: parts, contentType: contentTypes[format] }
  },

  async importMembers(services, context, { content, format, dryRun, onConflict, atomic }) {
    const request = { content, format, dryRun: dryRun === 'true', onConflict, atomic: atomic === 'true' }
    return { data: await importMembers(services, ownerOf(context), context.app, request) }
  },
} satisfies Partial<AdminHandlers>
