import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../api/config'

describe('settings of metrics, logs and draining', () => {
  it('are off by default', () => {
    expect(readConfig({})).toMatchObject({ drainSeconds: 0, metricsToken: null, securityLog: null })
  })

  it('are read', () => {
    const env = { DRAIN_SECONDS: '15', METRICS_TOKEN: 'q2Vx7nTf0pLr8sWm', SECURITY_LOG: 'logs/security.jsonl' }
    expect(readConfig(env)).toMatchObject({
      drainSeconds: 15,
      metricsToken: 'q2Vx7nTf0pLr8sWm',
      securityLog: resolve('logs/security.jsonl'),
    })
  })

  it.each([
    ['DRAIN_SECONDS', '301', /^DRAIN_SECONDS must be a whole number from 0 to 300/u],
    ['DRAIN_SECONDS', 'soon', /^DRAIN_SECONDS must be a whole number/u],
    ['METRICS_TOKEN', 'short-secret', /^METRICS_TOKEN must have at least 16 characters\.$/u],
    ['METRICS_TOKEN', 'with spaces in it secret', /^METRICS_TOKEN must consist of ASCII/u],
  ])('%s=%s is refused in one line', (name, value, message) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(message)
    if (name === 'METRICS_TOKEN') expect(read).not.toThrow(/secret/u)
  })
})
