import { describe, expect, it } from 'vitest'
import { checkNodeVersion } from '../../commands/runtime/run-command.mjs'

describe('the version check of every command', () => {
  it.each(['18.20.4', '20.18.3', '12.22.0', '9.11.2'])('refuses Node %s by one sentence', (version) => {
    expect(checkNodeVersion(version)).toBe(`Node 20.19 or newer is required; this is ${version}.`)
  })

  it.each(['20.19.0', '20.20.2', '22.0.0', '100.1.0'])('accepts Node %s', (version) => {
    expect(checkNodeVersion(version)).toBeNull()
  })
})
