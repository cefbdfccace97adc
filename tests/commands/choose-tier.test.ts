import { describe, expect, it } from 'vitest'
import { chooseTier, tierEnvironment } from '../../commands/test/run-test.mjs'

describe('the selected tests', () => {
  it('is the push tier by default', () => {
    expect(chooseTier([], {})).toEqual({ withBrowser: true, gate: false, long: false })
    expect(tierEnvironment(chooseTier([], {}))).toEqual({ TEST_GATE: undefined, TEST_LONG: undefined })
  })

  it('is the gate if the environment says so', () => {
    expect(chooseTier([], { TEST_GATE: '1' })).toEqual({ withBrowser: true, gate: true, long: false })
    expect(chooseTier([], { TEST_GATE: '' }).gate).toBe(false)
    expect(tierEnvironment(chooseTier([], { TEST_GATE: '1' }))).toEqual({ TEST_GATE: '1', TEST_LONG: undefined })
  })

  it('includes the gate in the slow tier', () => {
    expect(chooseTier(['--long'], {})).toEqual({ withBrowser: true, gate: true, long: true })
    expect(tierEnvironment(chooseTier(['--long'], {}))).toEqual({ TEST_GATE: '1', TEST_LONG: '1' })
  })

  it('skips journeys on demand', () => {
    expect(chooseTier(['--no-browser'], {}).withBrowser).toBe(false)
  })
})
