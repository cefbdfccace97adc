import { median } from '../median'
import type { ManyTags } from '../../support/many-tags'
import { percentile } from '../median'
import { timesOf } from './times'

/** Costs of a log of this size. */
export interface LogFigures {
  count: number
  /** Milliseconds of creating one `.tlog-proof`. */
  proofMedian: number
  proofP99: number
  /** Bytes of one proof. */
  proofBytes: number
  /** Bytes on disk for each TrustTag, by table. */
  tables: readonly { name: string; bytes: number }[]
  /** Milliseconds of issuing at this size. */
  lastIssues: number
}

/** Issues TrustTags up to this size, then creates a proof of every twentieth. @param from current size */
export async function measureLog(
  tags: ManyTags,
  { from, count, empty }: { from: number; count: number; empty: ReadonlyMap<string, number> },
): Promise<LogFigures> {
  const issues = await timesOf(count - from, (index) => tags.issue(from + index))
  let proofBytes = 0
  const proofs = await timesOf(Math.floor(count / 20), async (index) => {
    proofBytes = Math.max(proofBytes, (await tags.filesOf(index * 20)).proof.length)
  })
  const tables = [...tags.tableBytes()]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (empty.get(name) ?? 0)) / count }))
    .filter(({ bytes }) => bytes >= 1)
  return {
    count,
    proofMedian: median(proofs),
    proofP99: percentile(proofs, 0.99),
    proofBytes,
    tables,
    lastIssues: median(issues.slice(-200)),
  }
}
