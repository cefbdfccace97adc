import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { auditActionTexts } from '../../../console/texts/english/audit-actions'

/** `act: 'member.delete'`, `const act = known ? 'console.recover' : 'console.setup'` and keys of tables of actions. */
const LINE = /\bact\b/u
const ACTION = /'([a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)+)'/gu

function actionsOf(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines
    .filter((line) => LINE.test(line) && !line.includes('import '))
    .flatMap((line) => [...line.matchAll(ACTION)].map(([, action = '']) => action))
}

/** Written as `app.${kind}`. */
const computed = ['app.add', 'app.change']

it('every action that the server writes has words, and no other has', () => {
  const files = readdirSync('api', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('migrations'))
    .map((file) => join('api', file))
  const written = new Set([...computed, ...files.flatMap(actionsOf)])
  expect(written.size).toBeGreaterThan(60)
  expect(Object.keys(auditActionTexts.get()).toSorted()).toEqual([...written].toSorted())
})
