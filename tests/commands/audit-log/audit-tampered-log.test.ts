import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseTreeHead } from '../../../contract/tlog/checkpoint'
import { formatVerifierKey, parseNote } from '../../../contract/tlog/signed-note'
import { anEntry, anIssuer, numbers } from '../../support/serve-log'
import type { ServedLog } from '../../support/serve-log'
import { auditedLog } from './audited-log'

const { audit, key, seen, log: servedLog } = auditedLog()
let log: ServedLog
beforeEach(() => void (log = servedLog()))

describe('a log that is not what it was', () => {
  it('was cut short: ROLLBACK, with both checkpoints', async () => {
    const state = await seen(1, 2, 3)
    const before = await log.checkpoint()
    const remembered = readFileSync(state, 'utf8')
    await log.replace(1, 2)
    const { code, output } = await audit('--state', state)
    expect(output).toContain('ROLLBACK  The log has 2 entries; as seen here on 2026-11-22T09:00:00.000Z, it had 3.')
    for (const checkpoint of [before, await log.checkpoint()])
      for (const line of checkpoint.trimEnd().split('\n')) expect(output).toContain(`    ${line}`)
    expect(code).toBe(1)
    // What was seen stays remembered, so that the next audit finds it again.
    expect(readFileSync(state, 'utf8')).toBe(remembered)
  })

  it('was emptied: ROLLBACK', async () => {
    const state = await seen(1, 2, 3)
    await log.replace()
    expect(await audit('--state', state)).toMatchObject({ code: 1, output: expect.stringContaining('ROLLBACK') })
  })

  it('has another tree of the same size: FORK', async () => {
    const state = await seen(1, 2, 3)
    await log.replace(1, 2, 4)
    const { code, output } = await audit('--state', state)
    expect(output).toContain('FORK  The log signed two different trees of 3 entries.')
    expect(code).toBe(1)
  })

  it('has an old entry changed, everything signed anew, and has grown: REWRITE', async () => {
    const state = await seen(...numbers(1, 280))
    await log.replace(...numbers(1, 100), 999, ...numbers(101, 300))
    const { code, output } = await audit('--state', state)
    expect(output).toContain('REWRITE  The first 279 entries are not those that stood there as seen here on')
    expect(output).not.toContain('ROOT')
    expect(code).toBe(1)
    // Whoever has seen nothing of it before cannot tell.
    expect((await audit()).code).toBe(0)
  })

  it('is signed by a key that was not there before: KEYS, until that key is given', async () => {
    const state = await seen(1, 2, 3)
    const issuer = await anIssuer()
    const newKey = formatVerifierKey(issuer.logKeys('live')[0]!)
    const head = parseTreeHead(parseNote(await log.checkpoint())!.text)!
    const signed = await issuer.signCheckpoint('live', head)
    const vkeys = `${key()}\n${newKey}\n`
    log.tamper((path) => (path === 'vkeys' ? new Response(vkeys) : path === 'checkpoint' ? new Response(signed) : null))
    const { code, output } = await audit('--state', state)
    expect(output).toContain(`KEYS  The checkpoint is signed by a key that is new to you: ${newKey}`)
    expect(code).toBe(1)
    expect(await audit('--state', state, '--key', newKey)).toMatchObject({
      code: 2,
      output: 'No key that is trusted signed the checkpoint of last time. Give the old keys too: --key',
    })
    expect((await audit('--state', state, '--key', newKey, '--key', key())).code).toBe(0)
    expect((await audit('--state', state)).code).toBe(0)
  })

  it('names a new key, and signs with the old one: that is no fault, and is said', async () => {
    const state = await seen(1)
    const newKey = formatVerifierKey({ ...log.issuer.logKeys('live')[0]!, publicKey: new Uint8Array(32).fill(3) })
    log.tamper((path) => (path === 'vkeys' ? new Response(`${key()}\n${newKey}\n`) : null))
    const { code, output } = await audit('--state', state)
    expect(output).toContain(`the log names a key that is not trusted here: ${newKey}`)
    expect(code).toBe(0)
    expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ keys: [key()] })
  })
})

describe('a log that is not what it signed', () => {
  const withBundle = (change: (bytes: Uint8Array) => Uint8Array) => {
    log.tamper(async (path, own) => {
      const answer = await own()
      if (!path.startsWith('tile/entries/')) return answer
      return new Response(Buffer.from(change(new Uint8Array(await answer.arrayBuffer()))))
    })
  }

  it('has an entry changed: ROOT and HASHES name it', async () => {
    await log.append(1, 2, 3)
    const [one, other] = [anEntry(2), anEntry(5)]
    withBundle((bytes) => Buffer.from(Buffer.from(bytes).toString('latin1').replace(one, other), 'latin1'))
    const { code, output } = await audit()
    expect(output).toContain('ROOT  The entries give the root')
    expect(output).toContain('HASHES  tile/0/000.p/3 does not fit the entries: entry 1 is the first.')
    expect(code).toBe(1)
  })

  it('has a hash changed that proofs are made of: HASHES', async () => {
    await log.append(...numbers(1, 300))
    log.tamper((path, own) => (path === 'tile/1/000.p/1' ? new Response(Buffer.alloc(32, 7)) : own()))
    const { code, output } = await audit()
    expect(output).toContain('HASHES  tile/1/000.p/1 does not fit the entries: the hash at 0 is the first.')
    expect(output).not.toContain('ROOT')
    expect(code).toBe(1)
  })

  it('has an entry cut short: TRUNCATED', async () => {
    await log.append(1, 2, 3)
    for (const cut of [1, 113]) {
      withBundle((bytes) => bytes.slice(0, -cut))
      expect(await audit()).toMatchObject({
        code: 1,
        output: expect.stringContaining('TRUNCATED  tile/entries/000.p/3'),
      })
    }
    withBundle((bytes) => Buffer.concat([bytes, bytes]))
    expect(await audit()).toMatchObject({ code: 1, output: expect.stringContaining('TRUNCATED') })
  })

  it.each([
    ['tile/entries/000.p/3', 'it should hold 3 entries from 0 on'],
    ['tile/0/000.p/3', 'it should hold 3 hashes'],
  ])('lacks %s: MISSING', async (missing, what) => {
    await log.append(1, 2, 3)
    log.tamper((path, own) => (path.startsWith(missing.slice(0, -4)) ? new Response(null, { status: 404 }) : own()))
    const { code, output } = await audit()
    expect(output).toContain(`MISSING  ${missing} is not there; ${what}.`)
    expect(code).toBe(1)
  })

  it('hides what it was behind a missing part: MISSING, and not well', async () => {
    const state = await seen(1, 2, 3)
    await log.replace(4, 5, 6, 7)
    log.tamper((path, own) => (path.startsWith('tile/entries/') ? new Response(null, { status: 404 }) : own()))
    expect((await audit('--state', state)).code).toBe(1)
  })

  it('holds one TrustTag twice: DUPLICATE', async () => {
    await log.append(1, 2, 1)
    const { code, output } = await audit()
    expect(output).toMatch(/DUPLICATE {2}Entry 2 says again what entry 0 says: digest [0-9a-f]{64}\./u)
    expect(code).toBe(1)
  })

  it('is not signed by the key that was given: KEYS, or SIGNATURE where the log does not name it', async () => {
    await log.append(1)
    const other = formatVerifierKey((await anIssuer()).logKeys('live')[0]!)
    const { code, output } = await audit('--key', other)
    expect(output).toContain('KEYS  The checkpoint is signed by a key that is new to you: ')
    log.tamper((path) => (path === 'vkeys' ? new Response('') : null))
    expect((await audit('--key', other)).output).toContain('SIGNATURE  No key of the log signed the checkpoint.')
    expect(code).toBe(1)
  })

  it.each([
    ['no checkpoint', 'hello', 'What is served as the checkpoint is none.'],
    [
      'a checkpoint of another log',
      'example.com/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— a AAAAAAAA\n',
      'not of',
    ],
  ])('serves %s: SIGNATURE', async (_, served, words) => {
    await log.append(1)
    log.tamper((path) => (path === 'checkpoint' ? new Response(served) : null))
    const { code, output } = await audit()
    expect(output).toContain('SIGNATURE')
    expect(output).toContain(words)
    expect(code).toBe(1)
  })

  it('shows nothing that commands a terminal', async () => {
    await log.append(1)
    log.tamper((path) => (path === 'checkpoint' ? new Response('x\u001b[2J\u202e\n\n') : null))
    const { output } = await audit()
    expect(output).not.toMatch(/\p{Cf}|[^\P{Cc}\n]/u)
  })
})
