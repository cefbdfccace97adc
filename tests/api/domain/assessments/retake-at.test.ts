import { expect, test } from 'vitest'
import { retakeAt } from '../../../../api/features/assessments/skills'

const at = (day: number) => ({ completedAt: day * 86_400_000 })
const open = { completedAt: null }

test.each([
  ['before the first one nothing forbids another', [], null],
  ['an open one does not count', [open], null],
  ['after the first one it takes a day', [at(1)], 2],
  ['after the second one a week', [at(1), at(2)], 9],
  ['the last one counts, in whatever order they stand', [at(30), at(1), open, at(2)], 37],
])('%s', (_rule, attempts, day) => {
  expect(retakeAt(attempts)).toBe(day === null ? null : day * 86_400_000)
})
