import type { ConflictRule, ImportReport, TransferFormat } from '../../../contract/admin/schemas/transfer'
import { IMPORT_ATOMIC_MAX_ROWS, IMPORT_ERRORS_SHOWN_MAX } from '../../../contract/limits'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'
import { auditEntry } from '../owner/owner-act'
import type { Owner } from '../owner/owner-act'
import { createImportRun } from './import-run'
import type { ImportRun } from './import-run'
import { yieldToEventLoop } from '../../lib/concurrency'
import type { RawRow } from './raw-row'
import { readImportFile } from './read-import-file'

/** Rows of one transaction, and the length of their texts: between two of them other requests run. */
const BATCH = { rows: 50, chars: 300_000 } as const

export interface ImportRequest {
  content: string
  format: TransferFormat
  /** Changes nothing, and says what would be. */
  dryRun: boolean
  onConflict: ConflictRule
  /** Where one row cannot be imported, none is. `onConflict: 'fail'` asks for it too. */
  atomic: boolean
}

/** Of a column that nobody knows, as the report names it. */
const NAME_MAX_CHARS = 100

type ImportServices = Pick<Services, 'store' | 'secrets' | 'clock' | 'hasher'>

/**
 * Makes members of a file, in transactions of some rows; one that was cut off is begun again and skips who is there
 * already. A row that cannot be imported costs the others nothing. It sends no mail and tells no webhook. The audit log
 * gets one row with the counts, in the last transaction.
 *
 * @throws ApiError `invalid-import-file`, `too-many-import-rows`, and with `atomic` `import-refused`, which names the first
 * row that is to blame
 */
export async function importMembers(
  services: ImportServices,
  owner: Owner,
  app: AppDefinition,
  request: ImportRequest,
): Promise<ImportReport> {
  const { rows, ignored } = await readImportFile(app, request.content, request.format)
  const isAtomic = request.atomic || request.onConflict === 'fail'
  if (isAtomic && !request.dryRun && rows.length > IMPORT_ATOMIC_MAX_ROWS)
    throw new ApiError('too-many-import-rows', {
      message: `An atomic import has at most ${IMPORT_ATOMIC_MAX_ROWS} members. Do a dry run, then import without atomic.`,
    })
  const run = createImportRun(services, owner, app, { ...request, ignored })
  const report = (): ImportReport => toReport(run, rows.length, request.dryRun)
  const note = (repositories: Repositories) =>
    repositories.auditLog.insert(
      auditEntry(services, owner, { act: 'members.import', subject: app.id, detail: detailOf(request, report()) }),
    )
  if (request.dryRun) await look(services, run, rows)
  else if (isAtomic) await importAtOnce(services, run, rows, note)
  else await importInBatches(services, run, rows, note)
  return report()
}

async function look({ store }: ImportServices, run: ImportRun, rows: readonly RawRow[]): Promise<void> {
  for (const batch of batchesOf(rows)) {
    await yieldToEventLoop()
    await run.take(store, batch)
  }
}

async function importInBatches(
  { store }: ImportServices,
  run: ImportRun,
  rows: readonly RawRow[],
  note: (repositories: Repositories) => Promise<void>,
): Promise<void> {
  const batches = batchesOf(rows)
  for (const [index, batch] of batches.entries()) {
    await yieldToEventLoop()
    const backToStart = run.mark()
    await store.transaction(async (repositories) => {
      backToStart()
      await run.take(repositories, batch)
      if (index === batches.length - 1) await note(repositories)
    }, 'members')
  }
}

function importAtOnce(
  { store }: ImportServices,
  run: ImportRun,
  rows: readonly RawRow[],
  note: (repositories: Repositories) => Promise<void>,
): Promise<void> {
  const backToStart = run.mark()
  return store.transaction(async (repositories) => {
    backToStart()
    for (const batch of batchesOf(rows)) await run.take(repositories, batch)
    const [first] = run.errors
    if (first) {
      const others = new Set(run.errors.map(({ row }) => row)).size - 1
      const more = others > 0 ? ` ${others} more cannot be imported either.` : ''
      throw new ApiError('import-refused', {
        message: `Nothing was imported. Row ${first.row}, ${first.field}: ${first.code}.${more}`,
      })
    }
    await note(repositories)
  }, 'members')
}

/** One at least: it is what the audit log is written with. */
function batchesOf(rows: readonly RawRow[]): RawRow[][] {
  const batches: RawRow[][] = [[]]
  let chars = 0
  for (const row of rows) {
    const last = batches.at(-1)
    const isFull = !last || last.length >= BATCH.rows || (last.length > 0 && chars + row.chars > BATCH.chars)
    if (isFull) batches.push([row])
    else last.push(row)
    chars = isFull ? row.chars : chars + row.chars
  }
  return batches
}

function toReport({ counts, errors, ignored }: ImportRun, total: number, dryRun: boolean): ImportReport {
  const { created, updated, skipped } = counts
  return {
    dryRun,
    total,
    created,
    updated,
    skipped,
    failed: total - created - updated - skipped,
    errors: errors.slice(0, IMPORT_ERRORS_SHOWN_MAX),
    ignoredFields: Array.from(ignored, (name) => name.slice(0, NAME_MAX_CHARS)).slice(0, IMPORT_ERRORS_SHOWN_MAX),
  }
}

const detailOf = (
  { format, onConflict }: ImportRequest,
  { total, created, updated, skipped, failed }: ImportReport,
): Record<string, string> => {
  const counts = Object.entries({ total, created, updated, skipped, failed })
  return { format, onConflict, ...Object.fromEntries(counts.map(([name, count]) => [name, String(count)])) }
}
