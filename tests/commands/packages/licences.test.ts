import { describe, expect, it, test } from 'vitest'
import { judgePackages, mayBeUsed, readPackages, unknownAssets } from '../../../commands/packages/licences.mjs'
import { projectRoot, runNode } from '../../support/run-process'

describe('the terms of a package', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['GPL-3.0-only OR (MIT AND ISC)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['MIT OR ISC AND GPL-3.0-only', true],
    ['(MIT OR ISC) AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['AGPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['UNLICENSED', false],
    ['MIT)', false],
    ['(MIT', false],
    ['MIT ISC', false],
    ['MIT OR', false],
    ['AND', false],
    ['constructor', false],
    ['', false],
  ])('are allowed, if they are %j: %s', (expression, fits) => {
    expect(mayBeUsed(expression, true)).toBe(fits)
  })

  it('may require more if the package is not shipped', () => {
    expect([mayBeUsed('MPL-2.0', false), mayBeUsed('MPL-2.0', true)]).toEqual([true, false])
  })
})

describe('the packages of the lock file', () => {
  it('are all found, with allowed licenses', async () => {
    const packages = await readPackages(projectRoot)
    expect(packages.length).toBeGreaterThan(500)
    expect(packages.find(({ name }) => name === 'hono')).toMatchObject({ licence: 'MIT', shipped: true })
    expect(packages.find(({ name }) => name === 'vitest')).toMatchObject({ shipped: false })
    expect(judgePackages(packages).problems).toEqual([])
  })

  it('are refused with another license, with none, and with one that no exception covers', async () => {
    const packages = await readPackages(projectRoot)
    const others = new Map([
      ['hono', 'GPL-3.0-only'],
      ['png-js', 'AGPL-3.0-only'],
      ['wouter', null],
    ])
    for (const pack of packages) pack.licence = others.has(pack.name) ? (others.get(pack.name) ?? null) : pack.licence
    expect(judgePackages(packages).problems).toEqual([
      expect.stringMatching(/^hono \S+, which is shipped, has the license GPL-3\.0-only, which is not allowed\.$/u),
      expect.stringMatching(/^png-js \S+, which is shipped, has the license AGPL-3\.0-only, which is not allowed\.$/u),
      expect.stringMatching(/^wouter \S+, which is shipped, does not state a license\.$/u),
      'png-js: no package needs this exception.',
    ])
  })
})

test('a shipped file of unknown origin is named', () => {
  const known = ['host-site/ui/drawings/home.svg', 'widget/translations/de.json', 'api/app.ts']
  expect(unknownAssets([...known, 'host-site/public/photo.jpg'])).toEqual(['host-site/public/photo.jpg'])
})

test('the command prints a summary, or every package, and exits with 0', async () => {
  const short = runNode(['commands/run.mjs', 'licences'])
  expect([(await short.ended).code, short.output()]).toEqual([0, expect.stringMatching(/^MIT: \d+ shipped/mu)])
  const long = runNode(['commands/run.mjs', 'licences', '--all'])
  expect([(await long.ended).code, long.output()]).toEqual([0, expect.stringMatching(/^hono \S+ {2}MIT$/mu)])
})
