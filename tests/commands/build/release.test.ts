import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../../commands/build/release.mjs'
import { questionBankSchema } from '../../../api/features/assessments/question-bank'
import type { QuestionBank } from '../../../api/features/assessments/question-bank'
import * as v from 'valibot'
import { projectRoot } from '../../support/run-process'
import { tempFolder } from '../../support/temp-folder'

const cook = join(projectRoot, 'api/banks/cook.json')

/** A repository with one bank and one more file. */
function aRepository(note: string): { repository: string; into: string } {
  const folder = tempFolder()
  const repository = join(folder, 'repository')
  mkdirSync(join(repository, 'api/banks'), { recursive: true })
  cpSync(cook, join(repository, 'api/banks/cook.json'))
  writeFileSync(join(repository, 'package.json'), '{"version":"1.2.3"}')
  writeFileSync(join(repository, 'note.md'), note)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository })
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.test', 'commit', '--quiet', '--message', 'One')
  return { repository, into: join(folder, 'out') }
}

const source: QuestionBank = v.parse(questionBankSchema, JSON.parse(readFileSync(cook, 'utf8')))
const counted = source.questions.filter(({ open = false }) => !open)

test('a release has the open questions only', async () => {
  const { repository, into } = aRepository('Nothing.')
  expect(await run([], { repository, into, print: () => {} })).toBe(0)
  execFileSync('tar', ['--extract', '--file', 'membership-1.2.3.tar.gz'], { cwd: into })
  const text = readFileSync(join(into, 'membership-1.2.3/api/banks/cook.json'), 'utf8')
  const bank = v.parse(questionBankSchema, JSON.parse(text))
  expect(bank.questions).toEqual(source.questions.filter(({ open = false }) => open))
  expect(counted.filter((question) => text.includes(question.text))).toEqual([])
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: repository }).toString()).toBe('')
})

test('none is written while another file has a counted question', async () => {
  const { repository, into } = aRepository(`As an example: ${counted[0]!.text}`)
  const lines: string[] = []
  expect(await run([], { repository, into, print: (text) => void lines.push(text) })).toBe(1)
  expect(lines.join('\n')).toContain('note.md')
})
