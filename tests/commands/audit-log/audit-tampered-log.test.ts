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

describe('a log that was changed since the last audit', () => {
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
    // The old state stays, so that the next audit reports it again.
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

  it('has a changed old entry, new signatures, and more entries: REWRITE', async () => {
    const state = await seen(...numbers(1, 280))
    await log.replace(...numbers(1, 100), 999, ...numbers(101, 300))
    const { code, output } = await audit('--state', state)
    expect(output).toContain('REWRITE  The first 279 entries have changed: they differ from the log as seen here on')
    expect(output).not.toContain('ROOT')
    expect(code).toBe(1)
    // Undetectable without an earlier state.
    expect((await audit()).code).toBe(0)
  })

  it('is signed by a new key: KEYS, until that key is given', async () => {
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
      output: 'No trusted key signed the checkpoint of the last audit. Also give the old keys with --key.',
    })
    expect((await audit('--state', state, '--key', newKey, '--key', key())).code).toBe(0)
    expect((await audit('--state', state)).code).toBe(0)
  })

  it('names a new key, and signs with the old one: a note, not a fault', async () => {
    const state = await seen(1)
    const newKey = formatVerifierKey({ ...log.issuer.logKeys('live')[0]!, publicKey: new Uint8Array(32).fill(3) })
    log.tamper((path) => (path === 'vkeys' ? new Response(`${key()}\n${newKey}\n`) : null))
    const { code, output } = await audit('--state', state)
    expect(output).toContain(`the log names an untrusted key: ${newKey}`)
    expect(code).toBe(0)
    expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ keys: [key()] })
  })
})

describe('a log that differs from its signature', () => {
  const withBundle = (change: (bytes: Uint8Array) => Uint8Array) => {
    log.tamper(async (path, own) => {
      const answer = await own()
      if (!path.startsWith('tile/entries/')) return answer
      return new Response(Buffer.from(change(new Uint8Array(await answer.arrayBuffer()))))
    })
  }

  it('has a changed entry: ROOT and HASHES', async () => {
    await log.append(1, 2, 3)
    const [one, other] = [anEntry(2), anEntry(5)]
    withBundle((bytes) => Buffer.from(Buffer.from(bytes).toString('latin1').replace(one, other), 'latin1'))
    const { code, output } = await audit()
    expect(output).toContain('ROOT  The root of the entries is')
    expect(output).toContain('HASHES  tile/0/000.p/3 does not match the entries, from entry 1 on.')
    expect(code).toBe(1)
  })

  it('has a changed hash: HASHES', async () => {
    await log.append(...numbers(1, 300))
    log.tamper((path, own) => (path === 'tile/1/000.p/1' ? new Response(Buffer.alloc(32, 7)) : own()))
    const { code, output } = await audit()
    expect(output).toContain('HASHES  tile/1/000.p/1 does not match the entries, from the hash at 0 on.')
    expect(output).not.toContain('ROOT')
    expect(code).toBe(1)
  })

  it('has a truncated entry: TRUNCATED', async () => {
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
    ['tile/entries/000.p/3', 'it should contain 3 entries from 0 on'],
    ['tile/0/000.p/3', 'it should contain 3 hashes'],
  ])('lacks %s: MISSING', async (missing, what) => {
    await log.append(1, 2, 3)
    log.tamper((path, own) => (path.startsWith(missing.slice(0, -4)) ? new Response(null, { status: 404 }) : own()))
    const { code, output } = await audit()
    expect(output).toContain(`MISSING  ${missing} is missing; ${what}.`)
    expect(code).toBe(1)
  })

  it('hides a change behind a missing part: MISSING', async () => {
    const state = await seen(1, 2, 3)
    await log.replace(4, 5, 6, 7)
    log.tamper((path, own) => (path.startsWith('tile/entries/') ? new Response(null, { status: 404 }) : own()))
    expect((await audit('--state', state)).code).toBe(1)
  })

  it('contains a TrustTag twice: DUPLICATE', async () => {
    await log.append(1, 2, 1)
    const { code, output } = await audit()
    expect(output).toMatch(/DUPLICATE {2}Entry 2 repeats entry 0: digest [0-9a-f]{64}\./u)
    expect(code).toBe(1)
  })

  it('is not signed by the given key: KEYS, or SIGNATURE if the log does not name the signer', async () => {
    await log.append(1)
    const other = formatVerifierKey((await anIssuer()).logKeys('live')[0]!)
    const { code, output } = await audit('--key', other)
    expect(output).toContain('KEYS  The checkpoint is signed by a key that is new to you: ')
    log.tamper((path) => (path === 'vkeys' ? new Response('') : null))
    expect((await audit('--key', other)).output).toContain('SIGNATURE  No key of the log signed the checkpoint.')
    expect(code).toBe(1)
  })

  it.each([
    ['no checkpoint', 'hello', 'The served file is not a checkpoint.'],
    [
      'a checkpoint of another log',
      'example.com/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— a AAAAAAAA\n',
      'belongs to example.com/log',
    ],
  ])('serves %s: SIGNATURE', async (_, served, words) => {
    await log.append(1)
    log.tamper((path) => (path === 'checkpoint' ? new Response(served) : null))
    const { code, output } = await audit()
    expect(output).toContain('SIGNATURE')
    expect(output).toContain(words)
    expect(code).toBe(1)
  })

  it('prints no control characters', async () => {
    await log.append(1)
    log.tamper((path) => (path === 'checkpoint' ? new Response('x\u001b[2J\u202e\n\n') : null))
    const { output } = await audit()
    expect(output).not.toMatch(/\p{Cf}|[^\P{Cc}\n]/u)
  })
})

describe('a lost checkpoint, without an earlier state', () => {
  const gone = () => new Response(null, { status: 404 })

  it('is reported while tiles are served', async () => {
    await log.append(1, 2)
    log.tamper((path) => (path === 'checkpoint' ? gone() : null))
    const { code, output } = await audit()
    expect([code, output]).toEqual([1, expect.stringContaining('ROLLBACK  The log serves tile/entries/000.p/1')])
    expect(output).toContain('no earlier state')
  })

  it('is reported while only its status is served', async () => {
    log.tamper((path) => (path === 'status.json' ? new Response('{"size":0}') : path === 'checkpoint' ? gone() : null))
    expect(await audit()).toMatchObject({
      code: 1,
      output: expect.stringContaining('ROLLBACK  The log serves status.json'),
    })
  })

  it('is reported if the checkpoint of an empty log replaces it', async () => {
    const empty = await (await fetch(`${log.url}/checkpoint`)).text()
    await log.append(1)
    log.tamper((path) => (path === 'checkpoint' ? new Response(empty) : null))
    expect(await audit()).toMatchObject({ code: 1, output: expect.stringContaining('ROLLBACK') })
    log.tamper((path) =>
      path === 'checkpoint'
        ? new Response(empty)
        : path === 'status.json'
          ? new Response('{"size":1}')
          : path.startsWith('tile')
            ? gone()
            : null,
    )
    expect(await audit()).toMatchObject({ code: 1, output: expect.stringContaining('status.json') })
  })
})
