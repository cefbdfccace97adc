import type {
  ConflictRule,
  ImportReport,
  ImportRowError,
  TransferFormat,
} from '../../../contract/admin/schemas/transfer'
import { IMPORT_ATOMIC_MAX_ROWS, IMPORT_ERRORS_SHOWN_MAX } from '../../../contract/limits'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import { yieldToEventLoop } from '../../lib/time-slices'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { auditEntry } from '../audit/actions'
import type { Owner } from '../audit/actions'
import { ensureTeam } from '../plans/teams'
import { createSeatCounter, findConflict, findTakenNames } from './conflicts'
import type { TakenNames } from './conflicts'
import { readImportFile } from './import-file'
import { addRows, buildMember, changesOf, noRows } from './import-rows'
import type { BatchRows } from './import-rows'
import { checkEntry } from './member-entry'
import type { CheckedRow, RawRow } from './member-entry'

/** Limits of one transaction; other requests run in between. */
const BATCH = { rows: 50, chars: 300_000 } as const

interface ImportRequest {
  content: string
  format: TransferFormat
  /** Reports without writing. */
  dryRun: boolean
  onConflict: ConflictRule
  /** All rows or none. `onConflict: 'fail'` implies it. */
  atomic: boolean
}

/** Limit of an unknown column's name in the report. */
const NAME_MAX_CHARS = 100

type ImportServices = Pick<Services, 'store' | 'secrets' | 'clock' | 'hasher'>

/**
 * Imports members in transactions of some rows, without mails and webhooks; run it again after an interruption. A wrong row
 * does not stop the others. The last transaction writes the audit log.
 * @throws ApiError `invalid-import-file`, `too-many-import-rows`, and with `atomic` `import-refused` for the first wrong row
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
  const record = (repositories: Repositories) =>
    repositories.auditLog.insert(
      auditEntry(services, owner, { act: 'members.import', subject: app.id, detail: detailOf(request, report()) }),
    )
  if (request.dryRun) await checkOnly(services, run, rows)
  else if (isAtomic) await importAtOnce(services, run, rows, record)
  else await importInBatches(services, run, rows, record)
  return report()
}

async function checkOnly({ store }: ImportServices, run: ImportRun, rows: readonly RawRow[]): Promise<void> {
  for (const batch of batchesOf(rows)) {
    await yieldToEventLoop()
    await run.take(store, batch)
  }
}

async function importInBatches(
  { store }: ImportServices,
  run: ImportRun,
  rows: readonly RawRow[],
  record: (repositories: Repositories) => Promise<void>,
): Promise<void> {
  const batches = batchesOf(rows)
  for (const [index, batch] of batches.entries()) {
    await yieldToEventLoop()
    const rollBack = run.mark()
    await store.transaction(async (repositories) => {
      rollBack()
      await run.take(repositories, batch)
      if (index === batches.length - 1) await record(repositories)
    }, 'members')
  }
}

function importAtOnce(
  { store }: ImportServices,
  run: ImportRun,
  rows: readonly RawRow[],
  record: (repositories: Repositories) => Promise<void>,
): Promise<void> {
  const rollBack = run.mark()
  return store.transaction(async (repositories) => {
    rollBack()
    for (const batch of batchesOf(rows)) await run.take(repositories, batch)
    const [first] = run.errors
    if (first) {
      const others = new Set(run.errors.map(({ row }) => row)).size - 1
      const more = others > 0 ? ` ${others} more cannot be imported either.` : ''
      throw new ApiError('import-refused', {
        message: `Nothing was imported. Row ${first.row}, ${first.field}: ${first.code}.${more}`,
      })
    }
    await record(repositories)
  }, 'members')
}

/** At least one batch: its transaction writes the audit log. */
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

type ImportRunServices = Pick<Services, 'secrets' | 'clock' | 'hasher'>

interface ImportRun {
  /** Imports the next rows in the caller's transaction, or only checks them. */
  take(repositories: Repositories, rows: readonly RawRow[]): Promise<void>
  /** Saves the progress. @returns restores it, for a transaction that runs again */
  mark(): () => void
  readonly counts: Readonly<Record<'created' | 'updated' | 'skipped', number>>
  /** By row. */
  readonly errors: readonly ImportRowError[]
  readonly ignored: ReadonlySet<string>
}

interface RunOptions {
  dryRun: boolean
  onConflict: ConflictRule
  /** Unknown columns. */
  ignored: readonly string[]
}

/** The progress of one import. */
function createImportRun(
  services: ImportRunServices,
  owner: Owner,
  app: AppDefinition,
  { dryRun, onConflict, ignored: columns }: RunOptions,
): ImportRun {
  const counts = { created: 0, updated: 0, skipped: 0 }
  const errors: ImportRowError[] = []
  const ignored = new Set(columns)
  const emails = new Set<string>()
  const seen = { memberIds: new Set<string>(), accounts: new Set<string>(), purchases: new Set<string>() }
  const seats = createSeatCounter(app, owner, dryRun)

  /** Of several rows with one email address, the first is imported. */
  function checkRow(raw: RawRow): CheckedRow[] {
    const checked = checkEntry({ app, hasher: services.hasher, ignored }, raw)
    if (Array.isArray(checked)) errors.push(...checked)
    else if (emails.has(checked.entry.email)) errors.push({ row: raw.row, field: 'email', code: 'duplicate-row' })
    else {
      emails.add(checked.entry.email)
      return [checked]
    }
    return []
  }

  async function importRow(repositories: Repositories, taken: TakenNames, batch: BatchRows, row: CheckedRow) {
    const existing = taken.memberOf(row.entry.email)
    if (existing && onConflict === 'skip') counts.skipped += 1
    else {
      const held = existing && taken.heldBy(existing.id)
      const refusal = await findConflict({ repositories, app, taken, seats, onConflict }, row, existing, held)
      if (refusal) errors.push({ row: row.row, ...refusal })
      else if (existing && held) {
        addRows(batch, buildMember(services, owner, taken, row.entry, existing, held))
        batch.changes.push({ id: existing.id, changes: changesOf(existing, row.entry) })
        counts.updated += 1
      } else {
        const built = buildMember(services, owner, taken, row.entry)
        addRows(batch, built)
        batch.members.push(built.member)
        counts.created += 1
      }
    }
  }

  return {
    counts,
    errors,
    ignored,
    mark: () => saveProgress(counts, errors, [emails, ...Object.values(seen)]),
    async take(repositories, rows) {
      const before = errors.length
      const checked = rows.flatMap(checkRow)
      if (checked.length > 0) {
        const taken = await findTakenNames(repositories, services, owner, seen, checked)
        const batch = noRows()
        await seats.begin(repositories, services.clock.now())
        for (const row of checked) await importRow(repositories, taken, batch, row)
        if (!dryRun) await write(repositories, services, app, batch)
      }
      // Errors of the file and of the database, by row.
      errors.push(...errors.splice(before).toSorted((a, b) => a.row - b.row))
    },
  }
}

/** @returns restores the current progress */
function saveProgress(counts: ImportRun['counts'], errors: ImportRowError[], sets: readonly Set<string>[]): () => void {
  const [counted, found] = [{ ...counts }, errors.length]
  const shrink = sets.map(shrinkToNow)
  return () => {
    Object.assign(counts, counted)
    errors.splice(found)
    for (const forget of shrink) forget()
  }
}

/** Sets keep their insertion order. */
function shrinkToNow(set: Set<string>): () => void {
  const { size } = set
  return () => {
    for (const later of [...set].slice(size)) set.delete(later)
  }
}

async function write(
  repositories: Repositories,
  services: ImportRunServices,
  app: AppDefinition,
  { members, changes, connections, purchases, accounts }: BatchRows,
): Promise<void> {
  const { memberTransfers } = repositories
  await memberTransfers.insertAll(members, { connections, purchases, accounts })
  for (const { id, changes: changed } of changes) await memberTransfers.update(id, changed)
  const sharing = new Set(app.plans.flatMap(({ id, team }) => (team ? [id] : [])))
  for (const connection of connections.filter(({ planId }) => sharing.has(planId))) {
    await ensureTeam(repositories, services, app, connection)
  }
}
