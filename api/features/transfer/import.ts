import { setTimeout as pause } from 'node:timers/promises'
import type {
  ConflictRule,
  ImportReport,
  ImportRowError,
  TransferFormat,
} from '../../../contract/admin/schemas/transfer'
import { IMPORT_ATOMIC_MAX_ROWS, IMPORT_ERRORS_SHOWN_MAX } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'
import type { Db, Tx } from '../../database/db'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { auditEntry, type Owner } from '../audit/actions'
import { insertAuditEntry } from '../audit/repository'
import { ensureTeam } from '../plans/join'
import { addRows, buildMember, changesOf, createSeatCounter, findConflict, findTakenNames, noRows } from './import-rows'
import type { BatchRows, TakenNames } from './import-rows'
import { readImportFile } from './csv'
import { type CheckedRow, checkEntry, type RawRow } from './member-entry'
import { insertImportedMembers, updateImportedMember } from './repository'

/** Limits of one transaction; other requests run in between. */
const BATCH = { rows: 25, chars: 150_000 } as const
/** Between two transactions. A query has several steps, and one turn of the event loop would let it do only one of them. */
const REST_MS = 2

interface ImportRequest {
  content: string
  format: TransferFormat
  /** Reports without writing. */
  dryRun: boolean
  onConflict: ConflictRule
  /** All rows or none. `onConflict: 'fail'` implies it. */
  atomic: boolean
}

/** Limit for an unknown column's name in the report. */
const NAME_MAX_CHARS = 100

type ImportServices = Pick<Services, 'store' | 'secrets' | 'clock' | 'hasher'>

/**
 * Imports members in small transactions, without mails and webhooks; after an interruption, run it again. A wrong row
 * does not stop the others. The last transaction writes the audit log.
 * @throws ApiError `invalid-import-file`, `too-many-import-rows`, and with `atomic` `import-refused` for the first
 * wrong row
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
      message: `An atomic import can have at most ${IMPORT_ATOMIC_MAX_ROWS} members. Do a dry run, then import without atomic.`,
    })
  const run = createImportRun(services, owner, app, { ...request, ignored })
  const report = (): ImportReport => toReport(run, rows.length, request.dryRun)
  const record = (tx: Tx) =>
    insertAuditEntry(
      tx,
      auditEntry(services, owner, { act: 'members.import', subject: app.id, detail: detailOf(request, report()) }),
    )
  if (request.dryRun) await checkOnly(services, run, rows)
  else if (isAtomic) await importAtOnce(services, run, rows, record)
  else await importInBatches(services, run, rows, record)
  return report()
}

async function checkOnly({ store }: ImportServices, run: ImportRun, rows: readonly RawRow[]): Promise<void> {
  for (const batch of batchesOf(rows)) {
    await pause(REST_MS)
    await run.check(store, batch)
  }
}

async function importInBatches(
  { store }: ImportServices,
  run: ImportRun,
  rows: readonly RawRow[],
  record: (tx: Tx) => Promise<void>,
): Promise<void> {
  const batches = batchesOf(rows)
  for (const [index, batch] of batches.entries()) {
    await pause(REST_MS)
    const rollBack = run.mark()
    await store.transaction(async (tx) => {
      rollBack()
      await run.take(tx, batch)
      if (index === batches.length - 1) await record(tx)
    }, 'members')
  }
}

function importAtOnce(
  { store }: ImportServices,
  run: ImportRun,
  rows: readonly RawRow[],
  record: (tx: Tx) => Promise<void>,
): Promise<void> {
  const rollBack = run.mark()
  return store.transaction(async (tx) => {
    rollBack()
    for (const batch of batchesOf(rows)) await run.take(tx, batch)
    const [first] = run.errors
    if (first) {
      const others = new Set(run.errors.map(({ row }) => row)).size - 1
      const more = others > 0 ? ` ${others} more ${others === 1 ? 'row has' : 'rows have'} errors.` : ''
      throw new ApiError('import-refused', {
        message: `Nothing was imported. Row ${first.row}, ${first.field}: ${first.code}.${first.message === undefined ? '' : ` ${first.message}`}${more}`,
      })
    }
    await record(tx)
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
) => ({
  format,
  onConflict,
  total: String(total),
  created: String(created),
  updated: String(updated),
  skipped: String(skipped),
  failed: String(failed),
})

type ImportRunServices = Pick<Services, 'secrets' | 'clock' | 'hasher'>

interface ImportRun {
  /** @returns the rows to write */
  check(db: Db, rows: readonly RawRow[]): Promise<BatchRows>
  /** Checks and imports the next rows in the caller's transaction. */
  take(tx: Tx, rows: readonly RawRow[]): Promise<void>
  /** Saves the progress. @returns restores it, if the transaction runs again */
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

function createImportRun(
  services: ImportRunServices,
  owner: Owner,
  app: AppDefinition,
  { dryRun, onConflict, ignored: columns }: RunOptions,
): ImportRun {
  const counts = { created: 0, updated: 0, skipped: 0 }
  const errors: ImportRowError[] = []
  const [ignored, seen] = [new Set(columns), newSeen()]
  const seats = createSeatCounter(app, owner, dryRun)
  const checks = { app, hasher: services.hasher, ignored, errors, seen }

  async function importRow(db: Db, taken: TakenNames, batch: BatchRows, row: CheckedRow) {
    const existing = taken.memberOf(row.entry.email)
    if (existing && onConflict === 'skip') counts.skipped += 1
    else {
      const held = existing && taken.heldBy(existing.id)
      const refusal = await findConflict({ db, app, taken, seats, onConflict }, row, existing, held)
      if (refusal) errors.push({ row: row.row, ...refusal })
      else if (existing && held) {
        addRows(batch, buildMember(services, owner, taken, { entry: row.entry, existing, held }))
        batch.changes.push({ id: existing.id, changes: changesOf(existing, row.entry) })
        counts.updated += 1
      } else {
        const built = buildMember(services, owner, taken, { entry: row.entry })
        addRows(batch, built)
        batch.members.push(built.member)
        counts.created += 1
      }
    }
  }

  async function check(db: Db, rows: readonly RawRow[]): Promise<BatchRows> {
    const batch = noRows()
    const checked = rows.flatMap((row) => checkRow(checks, row))
    if (checked.length > 0) {
      const taken = await findTakenNames(db, services, owner, { seen, rows: checked })
      await seats.begin(db, services.clock.now())
      for (const row of checked) await importRow(db, taken, batch, row)
    }
    // Errors of the file and of the database, by row.
    errors.sort((a, b) => a.row - b.row)
    return batch
  }

  return {
    counts,
    errors,
    ignored,
    mark: () => saveProgress(counts, errors, Object.values(seen)),
    check,
    take: async (tx, rows) => write(tx, services, app, await check(tx, rows)),
  }
}

const newSeen = () => ({
  emails: new Set<string>(),
  memberIds: new Set<string>(),
  accounts: new Set<string>(),
  purchases: new Set<string>(),
})

type RowChecks = Parameters<typeof checkEntry>[0] & { errors: ImportRowError[]; seen: ReturnType<typeof newSeen> }

/** If several rows have one email address, the first is imported. */
function checkRow({ errors, seen, ...check }: RowChecks, raw: RawRow): CheckedRow[] {
  const checked = checkEntry(check, raw)
  if (Array.isArray(checked)) errors.push(...checked)
  else if (seen.emails.has(checked.entry.email)) errors.push({ row: raw.row, field: 'email', code: 'duplicate-row' })
  else {
    seen.emails.add(checked.entry.email)
    return [checked]
  }
  return []
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
  tx: Tx,
  services: ImportRunServices,
  app: AppDefinition,
  { members, changes, connections, purchases, accounts }: BatchRows,
): Promise<void> {
  await insertImportedMembers(tx, members, { connections, purchases, accounts })
  for (const { id, changes: changed } of changes) await updateImportedMember(tx, id, changed)
  const sharing = new Set(app.plans.flatMap(({ id, team }) => (team ? [id] : [])))
  for (const connection of connections.filter(({ planId }) => sharing.has(planId))) {
    await ensureTeam(tx, services, app, connection)
  }
}
