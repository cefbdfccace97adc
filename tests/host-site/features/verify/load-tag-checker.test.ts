import { expect, it, vi } from 'vitest'
import { loadTagChecker } from '../../../../host-site/features/verify/use-check'
import * as code from '../../../../host-site/features/verify/tag-checker'
import { aVerification } from '../../support/a-verification'

it('without its chunk nothing is checked, and the next use loads it again', async () => {
  const readOpenFile = async () => ({ outcome: 'missing' }) as const
  const load = vi.fn(async () => code)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const checker = loadTagChecker(readOpenFile, load)
  const answer = aVerification()
  expect(await checker.checkTag('TT-1', answer)).toEqual({ outcome: 'unchecked', answer })
  expect(await checker.checkFiles([], { before: null, isOffline: false })).toEqual({
    outcome: 'refused',
    problem: 'unprepared',
    fileName: '',
  })
  expect(await checker.checkTag('TT-1', answer)).toEqual({ outcome: 'unsigned', answer })
  expect(await checker.prepare()).toBe(false)
  expect(load).toHaveBeenCalledTimes(3)
})
