import { readdirSync, statSync, truncateSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, toUtf8 } from '../../../contract/bytes'
import { verifyCheckpoint } from '../../../contract/tlog/checkpoint'
import { formatVerifierKey } from '../../../contract/tlog/signed-note'
import { readWitnesses } from '../../../api/features/transparency-log/settings'
import { isListening } from '../../support/is-listening'
import { createModelLog } from '../../support/model-log'
import type { ModelLog } from '../../support/model-log'
import { tempFolder } from '../../support/temp-folder'
import { waitUntil } from '../../support/wait-until'
import { useWitnessProgram } from '../../support/witness-program'
import type { RunningWitness } from '../../support/witness-program'

const program = useWitnessProgram()

/** A closing server accepts connections while they keep coming: apart enough, they end. */
const APART_MS = 150

const hashOf = (log: ModelLog) => toHex(sha256(toUtf8(log.key.name)))

/** Size of the witness's tree; checks both signatures. */
async function sizeAt(witness: RunningWitness, log: ModelLog): Promise<number> {
  const text = await witness.newest(hashOf(log))
  if (text === null) return 0
  const verified = await verifyCheckpoint(text, { logKeys: [log.key], witnessKeys: [witness.key] })
  if (verified?.cosignatures.length !== 1) throw new Error(`The witness serves what it did not sign:\n${text}`)
  return verified.size
}

function grownLog(size: number): ModelLog {
  const log = createModelLog()
  log.grow(size)
  return log
}

describe('two witnesses of one log', () => {
  it('sign as it grows, and refuse a fork, a rollback and a rewrite independently', async () => {
    const log = grownLog(5)
    const both = await Promise.all([
      program.start(join(tempFolder(), 'one'), [log.key], 'one.example'),
      program.start(join(tempFolder(), 'other'), [log.key], 'other.example'),
    ])
    for (const witness of both) expect((await witness.add(await log.request(0))).status).toBe(200)
    log.grow(7)
    const lines = await Promise.all(both.map(async (witness) => (await witness.add(await log.request(5))).body))
    const keys = { logKeys: [log.key], witnessKeys: both.map(({ key }) => key) }
    const verified = await verifyCheckpoint((await log.checkpoint()) + lines.join(''), keys)
    expect(verified?.cosignatures.map(({ name }) => name)).toEqual(['one.example', 'other.example'])

    const rewritten = log.fork(12, 3)
    rewritten.entries[4] = 'rewritten'
    const lies: [string, number, string][] = [
      ['a fork', 422, await log.fork(11, 1).request(12)],
      ['a fork that has grown', 422, await log.fork(8, 9).request(12)],
      ['a rewrite', 422, await rewritten.request(12)],
      ['a rollback', 409, await log.request(5, 9)],
      ['a rollback that says so', 400, (await log.request(5, 9)).replace('old 5\n', 'old 12\n')],
      ['a fork from before', 409, await log.fork(5, 30).request(5)],
    ]
    for (const [what, status, body] of lies)
      for (const witness of both) {
        const answer = await witness.add(body)
        expect([what, answer.status]).toEqual([what, status])
        expect(answer.body).not.toContain('—')
        expect(await sizeAt(witness, log)).toBe(12)
      }
    const [, other] = both
    expect(await other?.add(lies[3]?.[2] ?? '')).toEqual({ status: 409, type: 'text/x.tlog.size', body: '12\n' })
    expect(await Promise.all(both.map((witness) => witness.end()))).toEqual([0, 0])
  })
})

describe('the stored state', () => {
  it('survives a restart, with its key', async () => {
    const [log, data] = [grownLog(4), tempFolder()]
    const first = await program.start(data, [log.key])
    await first.add(await log.request(0))
    const served = await first.newest(hashOf(log))
    expect(await first.end()).toBe(0)
    const second = await program.start(data, [log.key])
    expect(second.key).toEqual(first.key)
    expect(await second.newest(hashOf(log))).toBe(served)
    expect((await second.add(await log.fork(3, 1).request(4))).status).toBe(422)
    expect((await second.add(await log.request(0))).status).toBe(409)
  })

  it('survives a kill at any moment: a signed state is never undone', async () => {
    const [log, data] = [grownLog(100), tempFolder()]
    let signed = 0
    for (let round = 0; round < 6; round += 1) {
      const witness = await program.start(data, [log.key])
      const kept = await sizeAt(witness, log)
      expect(kept).toBeGreaterThanOrEqual(signed)
      signed = kept
      const lastSize = signed + 3 + round
      for (let size = signed + 1; size <= lastSize; size += 1) {
        const added = witness.add(await log.request(signed, size)).catch(() => null)
        // At another step of the last request each time.
        const turns = async () => {
          for (let turn = 0; turn < round * 2; turn += 1) await nextTurn()
          await witness.end('SIGKILL')
        }
        const [answer] = await Promise.all([added, ...(size === lastSize ? [turns()] : [])])
        if (answer?.status === 200) signed = size
      }
    }
    expect(signed).toBeGreaterThan(10)
    const last = await program.start(data, [log.key])
    expect([signed, signed + 1]).toContain(await sizeAt(last, log))
  })

  it('is one tree, even for parallel requests', async () => {
    const log = grownLog(60)
    const witness = await program.start(tempFolder(), [log.key])
    await witness.add(await log.request(0, 20))
    const sizes = Array.from({ length: 40 }, (_, index) => 21 + ((index * 11) % 40))
    const answers = await Promise.all(
      sizes.map(async (size) => ({ size, answer: await witness.add(await log.request(20, size)) })),
    )
    const signed = answers.filter(({ answer }) => answer.status === 200)
    expect(signed).toHaveLength(1)
    const refused = answers.filter(({ answer }) => answer.status === 409)
    expect(refused).toHaveLength(39)
    for (const { answer } of refused) expect(answer.body).toBe(`${signed[0]?.size}\n`)
    expect(await sizeAt(witness, log)).toBe(signed[0]?.size)
  })

  it('prevents the start if it is damaged', async () => {
    const [log, data] = [grownLog(4), tempFolder()]
    const witness = await program.start(data, [log.key])
    await witness.add(await log.request(0))
    await witness.end()
    const newest = readdirSync(join(data, 'memory')).toSorted().at(-1) ?? ''
    const file = join(data, 'memory', newest)
    truncateSync(file, statSync(file).size - 9)
    const again = program.run('--data', data, '--port', '0', '--log', formatVerifierKey(log.key))
    expect((await again.ended).code).toBe(1)
    expect(again.output()).toBe(`The state of the witness in ${file} is damaged.\n`)
  })
})

describe('the watched logs', () => {
  it('can be several, and get a new key at a later start', async () => {
    const [log, data] = [grownLog(3), tempFolder()]
    const other = createModelLog('other.example/log')
    other.grow(1)
    const first = await program.start(data, [log.key, other.key])
    expect((await first.add(await log.request(0))).status).toBe(200)
    expect((await first.add(await other.request(0))).status).toBe(200)
    const renewed = log.withNewKey()
    renewed.grow(2)
    expect((await first.add(await renewed.request(3))).status).toBe(403)
    await first.end()
    const second = await program.start(data, [log.key, renewed.key])
    expect((await second.add(await renewed.request(3))).status).toBe(200)
    expect((await second.add(await other.request(1))).status).toBe(404)
    await second.end()
    const third = await program.start(data, [other.key])
    expect(await third.add(await other.request(0))).toMatchObject({ status: 409, body: '1\n' })
  })

  it('exclude all others', async () => {
    const log = grownLog(1)
    const stranger = createModelLog('stranger.example/log')
    stranger.grow(1)
    const witness = await program.start(tempFolder(), [log.key])
    expect((await witness.add(await stranger.request(0))).status).toBe(404)
    expect((await witness.add(await log.withNewKey().request(0))).status).toBe(403)
    expect(await witness.newest(hashOf(stranger))).toBeNull()
    expect(await witness.newest(hashOf(log))).toBeNull()
  })
})

describe('over HTTP', () => {
  it('serves its key and health', async () => {
    const log = grownLog(1)
    const { url, key } = await program.start(tempFolder(), [log.key])
    expect(await (await fetch(`${url}/vkey`)).text()).toBe(`${formatVerifierKey(key)}\n`)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    expect((await fetch(`${url}/health`, { method: 'HEAD' })).status).toBe(200)
  })

  it('refuses unknown paths and methods', async () => {
    const log = grownLog(1)
    const witness = await program.start(tempFolder(), [log.key])
    const { url } = witness
    for (const path of ['/', '/add-checkpoint/', `/${hashOf(log).toUpperCase()}/checkpoint`, '/../key.json', '/memory'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404])
    const got = await fetch(`${url}/add-checkpoint`)
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await fetch(`${url}/health`, { method: 'DELETE' })).status).toBe(405)
    expect((await witness.add(new Uint8Array([0xff, 0xfe]))).status).toBe(400)
    expect((await witness.add('old 0\n'.padEnd(64_001, 'x'))).status).toBe(413)
    expect((await witness.add('old 0\n'.padEnd(64_000, 'x'))).status).toBe(400)
    expect((await witness.add(await log.request(0))).status).toBe(200)
  })

  it('finishes open requests on SIGTERM', async () => {
    const log = grownLog(1)
    const witness = await program.start(tempFolder(), [log.key])
    const body = await log.request(0)
    const { hostname, port } = new URL(witness.url)
    const socket = createConnection(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => (answer += String(chunk)))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const length = Buffer.byteLength(body)
    await new Promise<void>((resolve) =>
      socket.write(
        `POST /add-checkpoint HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n`,
        () => resolve(),
      ),
    )
    await waitUntil('its headers are read', () => answer.includes('100 Continue'))
    const ended = witness.end()
    await waitUntil('it ends', async () => !(await isListening(Number(port))), undefined, APART_MS)
    socket.write(body)
    await closed
    expect(answer).toContain('HTTP/1.1 200 OK')
    expect(answer).toContain(`— ${witness.key.name} `)
    expect(await ended).toBe(0)
  })
})

describe('stopping', () => {
  it('ends with the npm shell', async () => {
    const [log, data] = [grownLog(1), tempFolder()]
    const shell = program.runInShell('--data', data, '--name', 'w', '--port', '0', '--log', formatVerifierKey(log.key))
    await waitUntil('the witness serves', () => shell.output().includes('WITNESSES='))
    const url = /^Address +(\S+)$/mu.exec(shell.output())?.[1] ?? ''
    expect((await fetch(`${url}/health`)).status).toBe(200)
    shell.child.kill('SIGTERM')
    const isRefused = () =>
      fetch(`${url}/health`).then(
        () => false,
        () => true,
      )
    await waitUntil('nobody serves there', isRefused, undefined, APART_MS)
  })
})

describe('starting', () => {
  it('prints the entry for the setting of the API', async () => {
    const log = grownLog(1)
    const witness = await program.start(tempFolder(), [log.key], 'witness.example/a-name')
    const entry = /^WITNESSES=(\S+)$/mu.exec(witness.process.output())?.[1]
    const settings = readWitnesses((name) => (name === 'WITNESSES' ? entry : undefined))
    expect(settings).toEqual({ others: [{ key: witness.key, url: witness.url }], isSelfRun: true })
  })

  it.each<[string, string[], RegExp]>([
    ['nothing', [], /--data/u],
    ['no log', ['--data', 'x'], /--log/u],
    ['an invalid key', ['--data', 'x', '--log', 'log.example+00000000+AA=='], /is not a complete key/u],
    ['an option that does not exist', ['--database', 'x'], /--database/u],
    ['no port', ['--data', 'x', '--log', formatVerifierKey(createModelLog().key), '--port', '70000'], /--port/u],
    ['no name at its first start', ['--data', 'x', '--log', formatVerifierKey(createModelLog().key)], /--name/u],
    [
      'a name with a space',
      ['--data', 'x', '--log', formatVerifierKey(createModelLog().key), '--name', 'a b'],
      /--name/u,
    ],
  ])('is refused with %s', async (_, args, reason) => {
    const running = program.run(...args)
    expect((await running.ended).code).toBe(2)
    expect(running.output()).toMatch(reason)
    expect(running.output()).toContain('For help, run: npm run witness -- --help')
  })

  it('does not rename a key', async () => {
    const [log, data] = [grownLog(1), tempFolder()]
    await (await program.start(data, [log.key], 'first.example')).end()
    const again = program.run('--data', data, '--name', 'second.example', '--log', formatVerifierKey(log.key))
    expect((await again.ended).code).toBe(2)
    expect(again.output()).toContain('is named first.example')
  })

  it('reports a used port', async () => {
    const log = grownLog(1)
    const { url } = await program.start(tempFolder(), [log.key])
    const [data, key] = [tempFolder(), formatVerifierKey(log.key)]
    const second = program.run('--data', data, '--name', 'w', '--log', key, '--port', new URL(url).port)
    expect((await second.ended).code).toBe(1)
    expect(second.output()).toContain('is already in use')
  })

  it('helps', async () => {
    const running = program.run('--help')
    expect((await running.ended).code).toBe(0)
    expect(running.output()).toContain('--data <folder>')
  })
})
