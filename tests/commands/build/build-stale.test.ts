import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildStale } from '../../../commands/build/build-stale.mjs'
import type { Part } from '../../../commands/build/parts.mjs'
import { tempFolder } from '../../support/temp-folder'

/** A part that "compiles" a file by upper-casing it. */
function setUp(build?: Part['build']) {
  const folder = tempFolder()
  const [dist, source] = [join(folder, 'dist'), join(folder, 'source.txt')]
  writeFileSync(source, 'one')
  const lines: string[] = []
  const compile = (into: string) => {
    mkdirSync(join(into, 'page'), { recursive: true })
    writeFileSync(join(into, 'page/out.txt'), readFileSync(source, 'utf8').toUpperCase())
    return Promise.resolve(['a line'])
  }
  const part: Part = { name: 'page', inputs: ['source.txt'], outputs: ['page'], build: build ?? compile }
  const run = (force = false) => buildStale([part], { dist, base: folder, force, print: (line) => lines.push(line) })
  return { folder, dist, source, lines, run, output: () => readFileSync(join(dist, 'page/out.txt'), 'utf8') }
}

describe('building what changed', () => {
  it('builds once, and not again while nothing changed', async () => {
    const { run, output, lines } = setUp()
    expect(await run()).toEqual(['page'])
    expect(output()).toBe('ONE')
    expect(lines).toContain('  a line')
    expect(await run()).toEqual([])
  })

  it('builds again after an input changed', async () => {
    const { run, output, source } = setUp()
    await run()
    writeFileSync(source, 'two')
    expect(await run()).toEqual(['page'])
    expect(output()).toBe('TWO')
  })

  it('builds again after an output was changed by someone else', async () => {
    const { run, output, dist } = setUp()
    await run()
    writeFileSync(join(dist, 'page/out.txt'), 'half')
    expect(await run()).toEqual(['page'])
    expect(output()).toBe('ONE')
  })

  it('builds everything on demand', async () => {
    const { run } = setUp()
    await run()
    expect(await run(true)).toEqual(['page'])
  })

  it('leaves nothing of an older build behind', async () => {
    const { run, dist, source } = setUp()
    await run()
    writeFileSync(join(dist, 'page/old.txt'), 'old')
    writeFileSync(source, 'two')
    await run()
    expect(readdirSync(join(dist, 'page'))).toEqual(['out.txt'])
    expect(readdirSync(dist).toSorted()).toEqual(['.stamps', 'page'])
  })

  it('keeps the last good output when a build fails, and tries again next time', async () => {
    let broken = true
    const { run, dist } = setUp((into) => {
      mkdirSync(join(into, 'page'))
      writeFileSync(join(into, 'page/out.txt'), broken ? 'half a fi' : 'whole')
      return broken ? Promise.reject(new Error('syntax error')) : Promise.resolve([])
    })
    await expect(run()).rejects.toThrow('syntax error')
    expect(existsSync(join(dist, 'page'))).toBe(false)
    broken = false
    expect(await run()).toEqual(['page'])
    expect(readFileSync(join(dist, 'page/out.txt'), 'utf8')).toBe('whole')
  })

  it('recovers from a killed build', async () => {
    const { run, dist, output } = setUp()
    mkdirSync(join(dist, '.making/page'), { recursive: true })
    mkdirSync(join(dist, '.old'), { recursive: true })
    writeFileSync(join(dist, '.making/page/out.txt'), 'half')
    await run()
    expect(output()).toBe('ONE')
    expect(existsSync(join(dist, '.making'))).toBe(false)
  })

  it('stays intact when two run at once', async () => {
    const { run, output } = setUp()
    const built = (await Promise.all([run(), run(), run()])).flat()
    expect(built).toEqual(['page'])
    expect(output()).toBe('ONE')
  })
})
