import { join } from 'node:path'
import * as v from 'valibot'
import { memberAuth } from '../../../contract/entities'
import { freePort } from '../../support/free-port'
import { runNode } from '../../support/run-process'
import type { RunningProcess } from '../../support/run-process'
import type { LoadRequest } from './contender'
import { PASSWORD } from './server-budgets'

/** An app without a redirect after login, free plans or comments. */
const HEADERS = { 'x-api-key': 'pk_sb_demo' }

export interface OurProcess {
  url: string
  pid: number
  /** Milliseconds from process start to the first response. */
  startMs: number
  stop(): Promise<void>
}

/** The built API as `npm start` runs it, except for its limits, which are practically off. */
export async function startOurs(dataDir: string, databaseUrl: string | null): Promise<OurProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const running = runNode([join('dist', 'server', 'main.js')], {
    env: {
      API_PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      RATE_LIMIT_FACTOR: '10000',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    },
  })
  await firstAnswer(`${url}/health`, running)
  return { url, pid: running.child.pid ?? 0, startMs: performance.now() - started, stop: () => stop(running) }
}

/** Retry at once after a failure: the elapsed time is a figure of the bench. */
async function firstAnswer(url: string, running: RunningProcess): Promise<void> {
  for (;;) {
    if (running.child.exitCode !== null) throw new Error(`The API did not start:\n${running.output()}`)
    const answered = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return
  }
}

async function stop(running: RunningProcess): Promise<void> {
  running.child.kill('SIGTERM')
  const { code } = await running.ended
  if (code !== 0) throw new Error(`The API ended with ${code}:\n${running.output()}`)
}

const sentJson = (path: string, body: object): LoadRequest => ({
  method: 'POST',
  path,
  headers: { ...HEADERS, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const signedUpSchema = v.object({ data: memberAuth })

/** Requests to our API. */
export const ourRequests = {
  signUp: (email: string) =>
    sentJson('/auth/signup', {
      email,
      password: PASSWORD,
      customFields: { 'first-name': 'Ada', 'last-name': 'Lovelace' },
    }),
  signIn: (email: string) => sentJson('/auth/login', { email, password: PASSWORD }),
  read: async (signedUp: Response): Promise<LoadRequest> => {
    const { accessToken } = v.parse(signedUpSchema, await signedUp.json()).data.tokens
    return { method: 'GET', path: '/member', headers: { ...HEADERS, authorization: `Bearer ${accessToken}` } }
  },
}
