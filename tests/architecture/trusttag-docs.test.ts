import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keyVariables } from '../../api/features/credentials/settings'
import { checkTexts } from '../../contract/credential/report-texts'
import { checkNames } from '../../contract/credential/report'
import { proofModes, proofPaths, tagFiles } from '../../contract/proof-paths'
import { projectRoot } from '../support/run-process'

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
const proof = read('docs/trusttag-proof.md')
const settingsReference = read('docs/settings.md')

describe('docs/trusttag-proof.md', () => {
  it.each(checkNames)('explains the check “%s” by the words that people read', (name) => {
    expect(proof).toContain(`| ${checkTexts[name].title} `)
  })

  it.each(Object.keys(tagFiles))('names the file %s of a TrustTag', (file) => {
    expect(proof).toContain(`/trusttag/tags/<id>/${file}`.replace('/trusttag/tags/<id>/badge.svg', 'badge.svg'))
  })

  it.each(proofModes.flatMap((mode) => Object.values(proofPaths[mode])))('names the address %s', (path) => {
    expect(proof).toContain(path)
  })

  it('names only commands that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    const named = [...proof.matchAll(/npm run ([\w:-]+)/gu)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

describe('docs/settings.md', () => {
  const settings = ['PUBLIC_ISSUER_URL', 'KEY_ENCRYPTION_KEY', 'WITNESSES', 'SELF_WITNESS', 'VC_API']
  const keys = Object.values(keyVariables).flatMap(({ key, retired }) => [key, retired])
  it.each([...settings, ...keys])('says what %s does', (name) => {
    expect(settingsReference).toMatch(new RegExp(`^\\|.*\`${name}\``, 'mu'))
  })
})
