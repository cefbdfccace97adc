import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../support/free-port'
import { numbers, serveLog } from '../../support/serve-log'
import type { ServedLog } from '../../support/serve-log'
import { tempFolder } from '../../support/temp-folder'
import { auditedLog } from './audited-log'
import { runAudit } from './run-audit'

const { audit, key, seen, log: servedLog } = auditedLog()
let log: ServedLog
beforeEach(() => void (log = servedLog()))

describe('a correct log', () => {
  it('passes, with all counts', async () => {
    await log.append(...numbers(1, 298))
    await log.logList([])
    await log.append(-1, -2)
    await log.logList([], [7, 70_000])
    const { code, output } = await audit()
    expect(output).toContain('All is well: the entries match what the log signed.')
    expect(output).toContain('301 entries, root ')
    expect(output).toContain('297 TrustTags issued, 2 revoked; 3 tiles of hashes')
    expect(output).toContain('by keys that only the log itself names')
    expect(output).toContain('by no witness so far')
    expect(code).toBe(0)
  })

  it('passes while it is empty', async () => {
    const { code, output } = await audit()
    expect(code).toBe(0)
    expect(output).toContain('Checkpoint  0 entries, root e3b0c442')
    expect(output).toContain('All is well: the log is empty.')
    expect(output).toContain('Last audit  no earlier state')
  })

  it('is found by the URL of its checkpoint, and with a trailing slash', async () => {
    await log.append(1)
    expect((await runAudit([`${log.url}/checkpoint`])).code).toBe(0)
    expect((await runAudit([`${log.url}/`])).code).toBe(0)
  })

  it('may delete a partial tile only once the full one exists', async () => {
    await log.append(...numbers(1, 301))
    const checkpoint = await log.checkpoint()
    const dropped = /^tile\/(0|entries)\/001\.p\/44$/u
    log.tamper((path) => (dropped.test(path) ? new Response(null, { status: 404 }) : null))
    expect(await audit()).toMatchObject({ code: 1, output: expect.stringContaining('MISSING  tile/entries/001.p/44') })
    // The log grew after the audit had read the old checkpoint.
    await log.append(...numbers(301, 513))
    log.tamper((path) => {
      if (path === 'checkpoint') return new Response(checkpoint)
      return dropped.test(path) ? new Response(null, { status: 404 }) : null
    })
    expect(await audit()).toMatchObject({ code: 0, output: expect.stringContaining('300 entries') })
  })

  it('passes with a given key, which is stored', async () => {
    await log.append(1, 2)
    const state = join(tempFolder(), 'seen.json')
    expect(await audit('--key', key(), '--state', state)).toMatchObject({
      code: 0,
      output: expect.stringContaining('by the given keys'),
    })
    expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ origin: log.origin, keys: [key()] })
  })

  it('passes after it grew, and shows the last audit', async () => {
    const state = await seen(...numbers(1, 200))
    await log.append(...numbers(200, 300))
    const { code, output } = await audit('--state', state)
    expect(output).toContain('everything seen before is unchanged')
    expect(output).toContain('199 entries on 2026-11-22T09:00:00.000Z')
    expect(output).toContain('by the keys of the last audit')
    expect(code).toBe(0)
    expect(readFileSync(state, 'utf8')).toContain(`${log.origin}\\n299\\n`)
  })

  it('has JSON output', async () => {
    await log.append(1, 2, 3)
    const { code, output } = await audit('--json')
    expect(JSON.parse(output)).toMatchObject({
      ok: true,
      origin: log.origin,
      checkpoint: { size: 3, text: await log.checkpoint() },
      counts: { issue: 3, revoke: 0, tiles: 1 },
      findings: [],
    })
    expect(code).toBe(0)
  })

  it('is copied into a folder, and audited there without the network', async () => {
    await log.append(...numbers(1, 300))
    const folder = join(tempFolder(), 'copy')
    expect((await audit('--save', folder)).code).toBe(0)
    await log.close()
    expect(await runAudit(['--from', folder])).toMatchObject({
      code: 0,
      output: expect.stringContaining('299 entries'),
    })
    const bundle = join(folder, 'tile', 'entries', '000')
    const changed = readFileSync(bundle)
    changed[40] = changed[40] === 48 ? 49 : 48
    writeFileSync(bundle, changed)
    expect(await runAudit(['--from', folder])).toMatchObject({ code: 1, output: expect.stringContaining('ROOT') })
    log = await serveLog()
  })
})

describe('a log that cannot be audited', () => {
  it('gives one line and exit code 2', async () => {
    const [folder, nobody] = [tempFolder(), `http://127.0.0.1:${await freePort()}`]
    const broken = join(folder, 'broken.json')
    writeFileSync(broken, '{"version":1}')
    await log.append(1)
    const cases: [string[], string][] = [
      [[], 'Name the URL of the log'],
      [['ftp://example.com/log'], 'must be a plain URL such as https://'],
      [['https://user@example.com/log'], 'must be a plain URL such as https://'],
      [[log.url, log.url], 'Name one log.'],
      [[log.url, '--from', folder], 'not both'],
      [[log.url, '--key', 'abc'], '--key must be'],
      [[log.url, '--witness', 'abc'], '--witness must be'],
      [[log.url, '--nothing'], '--nothing'],
      [[`${nobody}/log`], `Could not read ${nobody}/log/vkeys: ECONNREFUSED.`],
      [[log.server], 'names no log key'],
      [['--from', join(folder, 'none')], 'names no log key'],
      [[log.url, '--state', broken], 'it was not written by an audit'],
      [[log.url, '--state', folder], 'EISDIR'],
      [[log.url, '--state', join(folder, 'no', 'folder.json')], 'Could not write'],
      [[log.url, '--witness', nobody], 'checkpoint: ECONNREFUSED.'],
    ]
    for (const [args, words] of cases) {
      const { code, output } = await runAudit(args)
      expect(
        output.split('\n').filter((line) => !line.startsWith('For help')),
        args.join(' '),
      ).toHaveLength(1)
      expect(output).toContain(words)
      expect(code, args.join(' ')).toBe(2)
    }
  })

  it('is a server that fails, or sends too much data', async () => {
    await log.append(1)
    log.tamper((path) => (path.startsWith('tile/0/') ? new Response(null, { status: 503 }) : null))
    expect(await audit()).toMatchObject({ code: 2, output: `${log.url}/tile/0/000.p/1 returned status 503.` })
    log.tamper((path) => (path === 'checkpoint' ? new Response(Buffer.alloc(300_000)) : null))
    expect(await audit()).toMatchObject({ code: 2, output: expect.stringContaining('so it is not part of a log') })
  })

  it('is another log than in the state file', async () => {
    const state = await seen(1)
    const other = readFileSync(state, 'utf8').replace(`"origin": "${log.origin}"`, '"origin": "example.com/log"')
    writeFileSync(state, other)
    expect(await audit('--state', state)).toMatchObject({
      code: 2,
      output: expect.stringContaining('is for example.com/log'),
    })
  })

  it('prints help', async () => {
    expect(await runAudit(['--help'])).toMatchObject({ code: 0, output: expect.stringContaining('--witness <url>') })
  })
})
