import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:https'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../../../api/http/server'
import type { ListeningServer } from '../../../api/http/server'
import { freePort } from '../../support/free-port'
import { selfSigned } from '../../support/self-signed'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

/**
 * Runs the W3C's test suites against the VC API. They are not on the registry, so they run only from
 * `W3C_SUITES_DIR`: a folder with each suite as cloned from `github.com/w3c`, after its `npm install`.
 */
const folder = process.env['W3C_SUITES_DIR'] ?? ''
const isThere = folder !== ''
if (!isThere) process.stderr.write('The W3C suites are skipped: W3C_SUITES_DIR is not set.\n')

interface Expected {
  /** Folder of the suite. */
  suite: string
  /** At least. */
  passing: number
}

const suites: readonly Expected[] = [
  { suite: 'vc-data-model-2.0-test-suite', passing: 59 },
  { suite: 'vc-di-eddsa-test-suite', passing: 57 },
  { suite: 'vc-bitstring-status-list-test-suite', passing: 18 },
]

describe.skipIf(!isThere)('the W3C suites (skipped unless W3C_SUITES_DIR is set)', () => {
  let api: TestApi
  let server: ListeningServer
  let proxy: Awaited<ReturnType<typeof openProxy>>
  let config: string

  beforeAll(async () => {
    const port = await freePort()
    const url = `https://localhost:${port}`
    api = await startTestApi({ env: { VC_API: 'on', PUBLIC_API_URL: url } })
    server = await listen(
      (request) => api.app.fetch(request, { incoming: { socket: { remoteAddress: '127.0.0.1' } } }),
      {
        host: '127.0.0.1',
        port: 0,
      },
    )
    proxy = await openProxy(port, server.url)
    const answer = await api.request('/vc-api', { headers: { host: 'localhost' } })
    const { issuer } = await answer.json()
    config = configOf(url, String(issuer))
  })
  afterAll(async () => {
    proxy?.close()
    await server?.close(100)
    await api?.close()
  })

  it.each(suites)(
    '$suite: at least $passing passing',
    async ({ suite, passing }) => {
      const report = await runSuite(resolve(folder, suite), config)
      expect(report.failures.map(({ fullTitle, err }) => [fullTitle, err.message])).toEqual([])
      expect(report.stats.passes).toBeGreaterThanOrEqual(passing)
    },
    300_000,
  )
})

/** The suites call https only. Passes requests on unchanged, without headers of a proxy. */
async function openProxy(port: number, target: string) {
  const proxy = createServer(selfSigned, (incoming, outgoing) => {
    const { method = 'GET', headers, url = '/' } = incoming
    const passed = httpRequest(target + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((done) => proxy.listen(port, 'localhost', done))
  return proxy
}

/** `localConfig.cjs` of the suites: see `vc-test-suite-implementations`. */
function configOf(url: string, issuer: string): string {
  const issuing = (tags: string[], cryptosuite: string) => ({
    id: issuer,
    endpoint: `${url}/vc-api/credentials/issue`,
    options: { cryptosuite },
    tags,
  })
  const tags = ['vc2.0', 'eddsa-rdfc-2022', 'eddsa-jcs-2022', 'BitstringStatusList']
  const verifying = (path: string) => [{ id: issuer, endpoint: `${url}/vc-api/${path}/verify`, tags }]
  const settings = { enableInteropTests: false, testAllImplementations: false }
  const implementation = {
    name: 'TrustTag',
    implementation: 'TrustTag',
    issuers: [
      issuing(['vc2.0', 'eddsa-rdfc-2022', 'BitstringStatusList'], 'eddsa-rdfc-2022'),
      issuing(['eddsa-jcs-2022'], 'eddsa-jcs-2022'),
    ],
    verifiers: verifying('credentials'),
    vpVerifiers: verifying('presentations'),
  }
  return `module.exports = ${JSON.stringify({ settings, implementations: [implementation] })}\n`
}

interface MochaReport {
  stats: { passes: number; failures: number; pending: number }
  failures: { fullTitle: string; err: { message?: string } }[]
}

/** Runs mocha in a suite's folder with our configuration, and restores its own. */
async function runSuite(cwd: string, config: string): Promise<MochaReport> {
  if (!existsSync(join(cwd, 'node_modules'))) throw new Error(`${cwd} has no node_modules: run npm install there.`)
  const configFile = join(cwd, 'localConfig.cjs')
  const own = existsSync(configFile) ? readFileSync(configFile) : null
  const output = join(cwd, 'trusttag-report.json')
  writeFileSync(configFile, config)
  try {
    const mocha = join(cwd, 'node_modules/mocha/bin/mocha.js')
    const options = [
      '--reporter',
      'json',
      '--reporter-option',
      `output=${output}`,
      '--timeout',
      '15000',
      '--preserve-symlinks',
    ]
    const running = spawn(process.execPath, [mocha, 'tests', ...options], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The certificate of the proxy is for tests only.
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    })
    const lines: string[] = []
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (part: Buffer) => void lines.push(part.toString()))
    await new Promise((done) => running.once('close', done))
    if (!existsSync(output)) throw new Error(`The suite wrote no report: ${lines.join('').slice(-2_000)}`)
    const report: MochaReport = JSON.parse(readFileSync(output, 'utf8'))
    return report
  } finally {
    rmSync(output, { force: true })
    if (own) writeFileSync(configFile, own)
    else rmSync(configFile, { force: true })
  }
}
