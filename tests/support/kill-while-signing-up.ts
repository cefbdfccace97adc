import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { memberAuth } from '../../contract/entities'
import { freePort } from './free-port'
import { runNode } from './run-process'
import type { RunningProcess } from './run-process'
import { waitUntil } from './wait-until'

const PASSWORD = 'correct horse battery'
const HEADERS = { 'content-type': 'application/json', 'x-app-id': 'app_demo', 'x-api-key': 'pk_sb_demo' }
const WRITERS = 6
const LOAD_MAX_MS = 600

export interface KillReport {
  kills: number
  /** Sign-ups that were answered 200 before a kill. */
  acknowledged: number
  /** Acknowledged accounts that could not log in afterwards: must stay empty. */
  lost: string[]
  /** Accounts that exist without what their sign-up also wrote: must stay empty. */
  partial: string[]
}

/**
 * Ends the API with SIGKILL at a random moment under sign-ups, starts it again on the same data, and logs in with every
 * account that was tried; again and again. Needs a build.
 */
export async function killWhileSigningUp(kills: number, dataDir: string): Promise<KillReport> {
  const report: KillReport = { kills, acknowledged: 0, lost: [], partial: [] }
  let api = await startApi(dataDir)
  for (let kill = 0; kill < kills; kill += 1) {
    const load = signUpUntilKilled(api.url, kill)
    await waitUntil('the first sign-up is acknowledged', () => load.acknowledged.length > 0)
    await sleep(Math.random() * LOAD_MAX_MS)
    api.process.child.kill('SIGKILL')
    await Promise.all([api.process.ended, load.ended])
    api = await startApi(dataDir)
    await checkAccounts(api.url, load, report)
  }
  api.process.child.kill('SIGTERM')
  await api.process.ended
  return report
}

async function startApi(dataDir: string): Promise<{ url: string; process: RunningProcess }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const process = runNode(['dist/server/main.js'], {
    env: { API_PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '10000', LOG_LEVEL: 'silent' },
  })
  await waitUntil('the API serves', async () => {
    if (process.child.exitCode !== null) throw new Error(`The API did not start:\n${process.output()}`)
    return fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    )
  })
  return { url, process }
}

interface Load {
  tried: string[]
  acknowledged: string[]
  ended: Promise<unknown>
}

function signUpUntilKilled(url: string, round: number): Load {
  const tried: string[] = []
  const acknowledged: string[] = []
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; ; count += 1) {
      const email = `round${round}-writer${writer}-${count}@example.test`
      tried.push(email)
      const body = { email, password: PASSWORD, plans: [{ planId: 'pln_free' }] }
      const response = await post(`${url}/auth/signup`, body).catch(() => null)
      if (response === null) return
      if (!response.ok) throw new Error(`Sign-up answered ${response.status}: ${await response.text()}`)
      acknowledged.push(email)
    }
  }
  return { tried, acknowledged, ended: Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))) }
}

async function checkAccounts(url: string, { tried, acknowledged }: Load, report: KillReport): Promise<void> {
  report.acknowledged += acknowledged.length
  for (const email of tried) {
    const response = await post(`${url}/auth/login`, { email, password: PASSWORD })
    if (response.ok) {
      const { data } = v.parse(v.object({ data: memberAuth }), await response.json())
      if (!data.member.planConnections.some(({ planId }) => planId === 'pln_free')) report.partial.push(email)
    } else if (acknowledged.includes(email)) {
      report.lost.push(`${email}: ${response.status} ${await response.text()}`)
    }
  }
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) })
