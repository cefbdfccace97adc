import { DatabaseRefusal } from '../database-refusal'
import { inOrderOfReferences } from './read-tables'
import type { CopiedTable } from './read-tables'
import type { CopiedRow, RowStore } from './row-store'

/** The copy is not the same as what was copied. */
export class CopyError extends DatabaseRefusal {
  override readonly name = 'CopyError'
}

/** So much text in one statement; a batch of the largest rows would be hundreds of megabytes. */
const CHARS_PER_INSERT = 4_000_000

export interface CopyRowsOptions {
  from: RowStore
  /** Its tables are empty. */
  to: RowStore
  tables: readonly CopiedTable[]
}

/**
 * Copies every row of every table, and reads each back from the copy. Commit only when this resolves.
 * @returns how many rows each table has
 * @throws CopyError naming the table
 */
export async function copyRows({ from, to, tables }: CopyRowsOptions): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  await to.withoutTriggers(async () => {
    for (const table of inOrderOfReferences(tables)) {
      let rows = 0
      for await (const batch of from.read(table, 'stored')) {
        for (const part of inParts(batch)) await to.insert(table, part)
        rows += batch.length
      }
      await requireSame(from, to, table)
      counts[table.name] = rows
    }
  })
  return counts
}

function* inParts(rows: readonly CopiedRow[]): Generator<readonly CopiedRow[]> {
  let part: CopiedRow[] = []
  let chars = 0
  for (const row of rows) {
    const size = Object.values(row).reduce<number>((sum, value) => sum + String(value).length, 0)
    if (part.length > 0 && chars + size > CHARS_PER_INSERT) {
      yield part
      part = []
      chars = 0
    }
    part.push(row)
    chars += size
  }
  if (part.length > 0) yield part
}

/** Value by value, in the order of the key. */
async function requireSame(from: RowStore, to: RowStore, table: CopiedTable): Promise<void> {
  const originals = eachRow(from, table)
  for await (const copy of eachRow(to, table)) {
    const original = await originals.next()
    if (original.done === true || table.columns.some((column) => original.value[column] !== copy[column]))
      throw new CopyError(`Rows of ${table.name} are not the same in ${from.engine} and in ${to.engine}.`)
  }
  if ((await originals.next()).done !== true) throw new CopyError(`Rows of ${table.name} are missing in ${to.engine}.`)
}

async function* eachRow(store: RowStore, table: CopiedTable): AsyncGenerator<CopiedRow, void> {
  for await (const batch of store.read(table, 'sorted')) yield* batch
}
