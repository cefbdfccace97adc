import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { securitySchemes } from '../../../../api/features/docs/open-api'
import { JSON_BODY_MAX_BYTES, SESSION_LIFETIME_DAYS } from '../../../../contract/limits'
import { rateLimits } from '../../../../contract/rate-limits'
import { projectRoot } from '../../../support/run-process'

const markdown = readFileSync(join(projectRoot, 'docs/api.md'), 'utf8')

it('docs/api.md says the limits that hold', () => {
  const { max, windowSeconds } = rateLimits.callsPerAddress
  expect(markdown).toContain(`One IP address may call ${max} times in ${windowSeconds} seconds`)
  expect(markdown).toContain(`at most ${JSON_BODY_MAX_BYTES.toLocaleString('en-US')} bytes`)
  expect(markdown).toContain(`A session lasts ${SESSION_LIFETIME_DAYS} days`)
})

it('docs/api.md names every header that says who is calling', () => {
  for (const scheme of Object.values(securitySchemes))
    expect(markdown).toContain(scheme.type === 'apiKey' ? `\`${scheme.name}: ` : '`Authorization: Bearer ')
})
