import { createHash } from 'node:crypto'
import type { Config } from '../../config'

/**
 * 16 hexadecimal digits that are others when a setting is another: two starts that differ in them were configured
 * differently. Of secrets counts only whether there is one, so that nothing can be guessed from it.
 */
export function digestSettings(config: Config): string {
  const { host, ports, dataDir, urls, issuerOrigin, trustProxyHops, rateLimitFactor, logLevel, development } = config
  const { drainSeconds, securityLog, captcha } = config
  const open = { host, ports, dataDir, urls, issuerOrigin, trustProxyHops, rateLimitFactor, logLevel, development }
  const given = {
    database: config.databaseUrl !== null,
    smtp: config.smtp !== null,
    metrics: config.metricsToken !== null,
    airtable: config.airtable !== null,
    captcha: captcha && { provider: captcha.provider, siteKey: captcha.siteKey },
    stripe: Object.entries(config.stripe.accounts).map(([mode, account]) => [mode, account !== null]),
  }
  return createHash('sha256')
    .update(JSON.stringify({ ...open, drainSeconds, securityLog, ...given }))
    .digest('hex')
    .slice(0, 16)
}
