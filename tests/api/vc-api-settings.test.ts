import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../api/config'

/** A public API. */
const REACHABLE = { HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' }

describe('VC_API', () => {
  it('is off by default', () => {
    expect([{}, { VC_API: '' }, { VC_API: 'off' }].map((env) => readConfig(env).vcApi)).toEqual([false, false, false])
    expect(readConfig({ VC_API: 'on' }).vcApi).toBe(true)
  })

  it('must be on or off', () => {
    expect(() => readConfig({ VC_API: 'yes' })).toThrow(new ConfigError('VC_API must be on or off, not "yes".'))
  })

  it('is refused for a public API, because it signs any input', () => {
    expect(() => readConfig({ ...REACHABLE, VC_API: 'on' })).toThrow(/^HOST is 0\.0\.0\.0, .+ VC_API .+\.$/u)
    expect(readConfig({ ...REACHABLE, VC_API: 'off' }).vcApi).toBe(false)
  })
})
