import type { ConflictRule, ImportRowError } from '../../../contract/admin/schemas/transfer'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import type { Owner } from '../owner/owner-act'
import { ensureTeam } from '../../features/plans/teams'
import { addRows, noRows } from './batch-rows'
import type { BatchRows } from './batch-rows'
import { buildMember } from './build-member'
import { changesOf } from './changes-of'
import { checkEntry } from './check-entry'
import type { CheckedRow } from './check-entry'
import { createPlaces } from './free-places'
import { findRefusal } from './find-refusal'
import type { RawRow } from './raw-row'
import { lookUp } from './taken-names'
import type { TakenNames } from './taken-names'

export type RunServices = Pick<Services, 'secrets' | 'clock' | 'hasher'>

export interface ImportRun {
  /** Imports the next rows in the caller's transaction, or looks at them. */
  take(repositories: Repositories, rows: readonly RawRow[]): Promise<void>
  /** Notes how far it has come. The answer brings it back there: a transaction may have to begin again. */
  mark(): () => void
  readonly counts: Readonly<Record<'created' | 'updated' | 'skipped', number>>
  /** In the order of the rows. */
  readonly errors: readonly ImportRowError[]
  readonly ignored: ReadonlySet<string>
}

interface RunOptions {
  dryRun: boolean
  onConflict: ConflictRule
  /** Columns that nothing here knows. */
  ignored: readonly string[]
}

/** One import: what it has done so far, and what its rows have taken. */
export function createImportRun(
  services: RunServices,
  owner: Owner,
  app: AppDefinition,
  { dryRun, onConflict, ignored: columns }: RunOptions,
): ImportRun {
  const counts = { created: 0, updated: 0, skipped: 0 }
  const errors: ImportRowError[] = []
  const ignored = new Set(columns)
  const emails = new Set<string>()
  const seen = { memberIds: new Set<string>(), accounts: new Set<string>(), purchases: new Set<string>() }
  const places = createPlaces(app, owner, dryRun)

  /** The first of several rows with one address counts. */
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

  async function settleRow(repositories: Repositories, taken: TakenNames, batch: BatchRows, row: CheckedRow) {
    const existing = taken.memberOf(row.entry.email)
    if (existing && onConflict === 'skip') counts.skipped += 1
    else {
      const held = existing && taken.heldBy(existing.id)
      const refusal = await findRefusal({ repositories, app, taken, places, onConflict }, row, existing, held)
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
    mark: () => noteProgress(counts, errors, [emails, ...Object.values(seen)]),
    async take(repositories, rows) {
      const before = errors.length
      const checked = rows.flatMap(checkRow)
      if (checked.length > 0) {
        const taken = await lookUp(repositories, services, owner, seen, checked)
        const batch = noRows()
        await places.begin(repositories, services.clock.now())
        for (const row of checked) await settleRow(repositories, taken, batch, row)
        if (!dryRun) await write(repositories, services, app, batch)
      }
      // Some are found in the file, some in the database.
      errors.push(...errors.splice(before).toSorted((a, b) => a.row - b.row))
    },
  }
}

/** @returns what brings everything back to how it is now */
function noteProgress(counts: ImportRun['counts'], errors: ImportRowError[], sets: readonly Set<string>[]): () => void {
  const [counted, found] = [{ ...counts }, errors.length]
  const shrink = sets.map(shrinkToNow)
  return () => {
    Object.assign(counts, counted)
    errors.splice(found)
    for (const forget of shrink) forget()
  }
}

/** A set lists what it holds in the order in which it came. */
function shrinkToNow(set: Set<string>): () => void {
  const { size } = set
  return () => {
    for (const later of [...set].slice(size)) set.delete(later)
  }
}

async function write(
  repositories: Repositories,
  services: RunServices,
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
