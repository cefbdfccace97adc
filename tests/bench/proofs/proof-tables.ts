import type { BrowserFigures } from './measure-browser'
import type { LogFigures } from './measure-log'
import type { ServerRound } from './measure-server'

const ms = (value: number): string => `${value.toFixed(2)} ms`
const ratio = (ours: number, theirs: number): string => `${(ours / theirs).toFixed(2)}×`

/** Rows with the columns: task, ours, the peer's, ratio, contents. */
export function serverTable(round: ServerRound): string[][] {
  return [
    ['', 'ours', 'library alone', 'ratio', ''],
    [
      'issue',
      ms(round.issue),
      ms(round.bareIssue),
      ratio(round.issue, round.bareIssue),
      'ours: + log, database, committed',
    ],
    [
      'sign only',
      ms(round.signOnly),
      ms(round.bareIssue),
      ratio(round.signOnly, round.bareIssue),
      'the same two proofs',
    ],
    [
      'verify',
      ms(round.verify),
      ms(round.bareVerify),
      ratio(round.verify, round.bareVerify),
      'ours: + log, status, dates',
    ],
    ['floor: sign', ms(round.ed25519Sign), '', '', 'one Ed25519 signature'],
    ['floor: verify', ms(round.ed25519Verify), '', '', 'one Ed25519 check'],
  ]
}

export function browserTable({ ours, byStandard }: Record<'ours' | 'byStandard', BrowserFigures>): string[][] {
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
  return [
    ['', 'ours', 'full JSON-LD', 'ratio', ''],
    ['first check', ms(ours.first), ms(byStandard.first), ratio(ours.first, byStandard.first), 'script loaded'],
    ['later ones', ms(ours.warm), ms(byStandard.warm), ratio(ours.warm, byStandard.warm), 'median of 30'],
    [
      'script, gzip',
      kilobytes(ours.gzipBytes),
      kilobytes(byStandard.gzipBytes),
      ratio(ours.gzipBytes, byStandard.gzipBytes),
      'contexts with it',
    ],
  ]
}

export function logTable(figures: LogFigures): string[][] {
  const { proofMedian, proofP99, proofBytes, lastIssues, tables } = figures
  const isLog = (name: string): boolean => name.startsWith('log_')
  const sum = (some: LogFigures['tables']): number => some.reduce((all, { bytes }) => all + bytes, 0)
  const bytes = (value: number): string => `${value.toFixed(0)} B`
  return [
    ['a .tlog-proof, median', ms(proofMedian), ''],
    ['a .tlog-proof, p99', ms(proofP99), ''],
    ['a .tlog-proof, length', bytes(proofBytes), 'without cosignatures'],
    ['issue, the last 200', ms(lastIssues), ''],
    [
      'disk for each: log',
      bytes(sum(tables.filter(({ name }) => isLog(name)))),
      namesOf(tables.filter(({ name }) => isLog(name))),
    ],
    [
      'disk for each: rest',
      bytes(sum(tables.filter(({ name }) => !isLog(name)))),
      namesOf(tables.filter(({ name }) => !isLog(name))),
    ],
  ]
}

const namesOf = (tables: LogFigures['tables']): string =>
  tables.map(({ name, bytes }) => `${name} ${bytes.toFixed(0)}`).join(', ')
