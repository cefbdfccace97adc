import { sha256 } from '@noble/hashes/sha2.js'
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../../api/http/server'
import type { ListeningServer } from '../../../api/http/server'
import { toHex, toUtf8 } from '../../../contract/bytes'
import { cosign } from '../../../contract/tlog/checkpoint'
import { formatVerifierKey, parseNote } from '../../../contract/tlog/signed-note'
import type { VerifierKey } from '../../../contract/tlog/signed-note'
import { serveLog } from '../../support/serve-log'
import type { ServedLog } from '../../support/serve-log'
import { runAudit } from './run-audit'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
const key: VerifierKey = { name: 'witness.example/one', type: 'cosignature', publicKey: raw }
const TIME = Date.parse('2026-11-22T08:00:00Z') / 1000

let log: ServedLog
let witness: ListeningServer
/** The witness's checkpoint; null if it never signed the log. */
let kept: string | null

beforeEach(async () => {
  log = await serveLog()
  kept = null
  const path = `/seen/${toHex(sha256(toUtf8(log.origin)))}/checkpoint`
  const answer = (request: Request) =>
    new URL(request.url).pathname === path && kept !== null ? new Response(kept) : new Response(null, { status: 404 })
  witness = await listen(answer, { host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await witness.close(100)
  await log.close()
})

async function cosigned(time = TIME): Promise<string> {
  const checkpoint = await log.checkpoint()
  const text = parseNote(checkpoint)?.text ?? ''
  return checkpoint + (await cosign(text, time, key, (message) => new Uint8Array(sign(null, message, privateKey))))
}

const audit = () => runAudit([log.url, '--witness', `${witness.url}/seen`, '--key', formatVerifierKey(key)])

describe('a witness that is asked', () => {
  it('confirms the log as far as it saw it', async () => {
    await log.append(1, 2)
    kept = await cosigned()
    await log.append(3)
    const { code, output } = await audit()
    expect(output).toContain(`saw 2 entries, signed 2026-11-22T08:00:00Z by ${key.name}`)
    expect(output).toContain('everything seen before is unchanged')
    expect(code).toBe(0)
  })

  it('may not have signed yet', async () => {
    await log.append(1)
    const { code, output } = await audit()
    expect(output).toContain(`${witness.url}/seen has not signed this log`)
    expect(output).toContain('All is well: the entries match what the log signed.')
    expect(code).toBe(0)
  })

  it.each([
    ['a longer log: ROLLBACK', [1, 2, 3], [1, 2]],
    ['another tree of the size: FORK', [1, 2, 3], [1, 2, 4]],
    ['another beginning: REWRITE', [1, 2, 3], [1, 4, 3, 5]],
    ['a log that is empty now: ROLLBACK', [1], []],
  ])('saw %s, although no state was stored here', async (what, before, now) => {
    await log.append(...before)
    kept = await cosigned()
    await log.replace(...now)
    const { code, output } = await audit()
    expect(output).toContain(`${what.split(': ')[1]}  `)
    expect(output).toContain(`The checkpoint as ${witness.url}/seen saw it:`)
    expect(output).toContain(`    — ${key.name} `)
    expect(code).toBe(1)
  })

  it('shows a checkpoint that the log never signed: SIGNATURE', async () => {
    await log.append(1)
    kept = (await cosigned()).replace('\n1\n', '\n2\n')
    expect(await audit()).toMatchObject({ code: 1, output: expect.stringContaining('SIGNATURE') })
  })
})

describe('what witnesses signed below the checkpoint', () => {
  const serve = (checkpoint: string) => log.tamper((path) => (path === 'checkpoint' ? new Response(checkpoint) : null))

  it('is listed with its time', async () => {
    await log.append(1)
    serve(await cosigned())
    expect(await audit()).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Cosigned    2026-11-22T08:00:00Z by ${key.name}\n`),
    })
  })

  it('reports a time in the future', async () => {
    await log.append(1)
    serve(await cosigned(TIME + 7_200))
    expect((await audit()).output).toContain(`by ${key.name} (a time in the future)`)
  })

  it('names unknown signers', async () => {
    await log.append(1)
    serve(await cosigned())
    const { code, output } = await runAudit([log.url])
    expect(output).toContain(`also signed by ${key.name}, whose key is unknown`)
    expect(output).toContain('by no witness so far')
    expect(code).toBe(0)
  })

  it('invalidates the checkpoint when it is wrong', async () => {
    await log.append(1)
    const checkpoint = await cosigned()
    await log.append(2)
    serve((await log.checkpoint()) + checkpoint.slice(checkpoint.lastIndexOf('— ')))
    const { code, output } = await audit()
    expect(output).toContain('SIGNATURE  The log signed the checkpoint, but the signature of a witness is invalid.')
    expect(code).toBe(1)
  })
})
