import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '../../../api/http/request'
import { requestHooks, requestLog } from '../../../api/http/logging'

async function lineFor(address: string): Promise<string> {
  let written = ''
  const app = new Hono<AppEnv>()
  const log = pino({ level: 'info' }, { write: (line: string) => void (written += line) })
  app.use(requestHooks([requestLog(log)]))
  await app.request(address)
  return written
}

describe('the line of a request', () => {
  it('names method, path and status', async () => {
    expect(await lineFor('/auth/login')).toMatch(/"method":"GET","path":"\/auth\/login","status":404/u)
  })

  it.each(['/account/reset-password?token=s3cret', '/files/s3cret.webp', '/work-samples/s3cret'])(
    'of %s holds no secret',
    async (address) => {
      const line = await lineFor(address)
      expect(line).toContain('"msg":"request"')
      expect(line).not.toContain('s3cret')
    },
  )
})
