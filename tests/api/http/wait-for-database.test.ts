import { expect, test } from 'vitest'
import { createWaitLog } from '../../../api/http/readiness'

test('a wait is logged at once, when its reason changes, and then ever less often', () => {
  const lines: { reason?: string; waitedSeconds: number }[] = []
  let now = 5_000_000
  const log = createWaitLog({ warn: (line: (typeof lines)[number]) => void lines.push(line) }, () => now)
  for (let second = 0; second <= 24 * 3_600; second += 1, now += 1_000) log.away(second < 3 ? 'refused' : 'starting')
  expect(lines.slice(0, 3)).toEqual([
    { reason: 'refused', waitedSeconds: 0 },
    { reason: 'starting', waitedSeconds: 3 },
    { reason: 'starting', waitedSeconds: 13 },
  ])
  const gaps = lines.slice(1).map(({ waitedSeconds }, index) => waitedSeconds - lines[index]!.waitedSeconds)
  expect(gaps.slice(1)).toEqual(gaps.slice(1).toSorted((one, other) => one - other))
  expect(gaps.at(-1)).toBe(600)
  log.found()
  expect(lines.at(-1)).toEqual({ waitedSeconds: 24 * 3_600 + 1 })
})

test('a start without a wait logs nothing', () => {
  const lines: unknown[] = []
  createWaitLog({ warn: (line: unknown) => void lines.push(line) }).found()
  expect(lines).toEqual([])
})
