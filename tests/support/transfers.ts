import * as v from 'valibot'
import { importReport } from '../../contract/admin/schemas/transfer'
import type { ImportReport } from '../../contract/admin/schemas/transfer'
import { aSecretKey, callAdmin } from './admin-calls'
import type { AdminTestAnswer } from './admin-calls'
import { startTestApi } from './start-api'
import type { TestApi } from './start-api'

type Fields = Readonly<Record<string, unknown>>

const exported = v.looseObject({ next: v.nullable(v.string()), members: v.array(v.looseObject({ email: v.string() })) })

/** The API with a key, and the two calls that import and export members. */
export async function startWithTransfers() {
  const api = await startTestApi()
  return { ...api, ...(await transfersOf(api)) }
}

export async function transfersOf(api: TestApi, scope?: Parameters<typeof aSecretKey>[1]) {
  const key = await aSecretKey(api, scope)
  const importFile = (content: string, options: Fields = {}): Promise<AdminTestAnswer> =>
    callAdmin(api, key, 'importMembers', { content, ...options })
  const exportFile = (options: Fields = {}): Promise<AdminTestAnswer> => callAdmin(api, key, 'exportMembers', options)
  return {
    key,
    importFile,
    exportFile,
    /** The report of an accepted import. */
    async imported(members: string | readonly unknown[], options: Fields = {}): Promise<ImportReport> {
      const { status, text } = await importFile(
        typeof members === 'string' ? members : JSON.stringify(members),
        options,
      )
      if (status !== 200) throw new Error(`The import answered ${status} ${text}`)
      return v.parse(v.object({ data: importReport }), JSON.parse(text)).data
    },
    /** An export in JSON. */
    async exported(options: Fields = {}) {
      const { status, text } = await exportFile(options)
      if (status !== 200) throw new Error(`The export answered ${status} ${text}`)
      return v.parse(exported, JSON.parse(text))
    },
  }
}

/** The report of an import without problems, with a test's changes. */
export const aReport = (changes: Partial<ImportReport> = {}): ImportReport => ({
  dryRun: false,
  total: 1,
  created: 1,
  updated: 0,
  skipped: 0,
  failed: 0,
  errors: [],
  ignoredFields: [],
  ...changes,
})
