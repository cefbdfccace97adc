import type { SecurityEventName } from '../../api/lib/security-log'
import type { TestApi } from './start-api'

export type SecurityLine = Readonly<Record<string, unknown>>

/** The security log, oldest first. */
export const securityLines = ({ securityLines: lines }: Pick<TestApi, 'securityLines'>): SecurityLine[] =>
  lines.map((line): SecurityLine => JSON.parse(line))

/** Lines that an action writes. */
export async function linesOf(
  api: Pick<TestApi, 'securityLines'>,
  work: () => Promise<unknown>,
): Promise<SecurityLine[]> {
  const before = api.securityLines.length
  await work()
  return securityLines(api).slice(before)
}

export const namesOf = (lines: readonly SecurityLine[]): unknown[] => lines.map(({ event }) => event)

/** Throws unless the event was written exactly once. */
export function onlyLine(lines: readonly SecurityLine[], event: SecurityEventName): SecurityLine {
  const [line, ...more] = lines.filter((one) => one['event'] === event)
  if (!line || more.length > 0) throw new Error(`${event} was written ${line ? more.length + 1 : 0} times.`)
  return line
}
