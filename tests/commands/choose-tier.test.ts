import { describe, expect, it } from 'vitest'
import { chooseTier, tierEnvironment } from '../../commands/test/run-test.mjs'

describe('what a call of the tests runs', () => {
  it('is what one waits for before a push, where nothing is said', () => {
    expect(chooseTier([], {})).toEqual({ withBrowser: true, gate: false, long: false })
    expect(tierEnvironment(chooseTier([], {}))).toEqual({ TEST_GATE: undefined, TEST_LONG: undefined })
  })

  it('is the gate where the environment says so', () => {
    expect(chooseTier([], { TEST_GATE: '1' })).toEqual({ withBrowser: true, gate: true, long: false })
    expect(chooseTier([], { TEST_GATE: '' }).gate).toBe(false)
    expect(tierEnvironment(chooseTier([], { TEST_GATE: '1' }))).toEqual({ TEST_GATE: '1', TEST_LONG: undefined })
  })

  it('has the gate in the slow tier', () => {
    expect(chooseTier(['--long'], {})).toEqual({ withBrowser: true, gate: true, long: true })
    expect(tierEnvironment(chooseTier(['--long'], {}))).toEqual({ TEST_GATE: '1', TEST_LONG: '1' })
  })

  it('makes no journeys where it is told so', () => {
    expect(chooseTier(['--no-browser'], {}).withBrowser).toBe(false)
  })
})
