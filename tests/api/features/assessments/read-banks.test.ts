import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readBanks } from '../../../../api/features/assessments/question-bank'
import { tempFolder } from '../../../support/temp-folder'

const shipped = fileURLToPath(new URL('../../../../api/banks', import.meta.url))

function copyBanks(): string {
  const folder = tempFolder()
  cpSync(shipped, folder, { recursive: true })
  return folder
}

function change(folder: string, file: string, edit: (bank: Record<string, unknown>) => void): void {
  const bank = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  edit(bank)
  writeFileSync(join(folder, file), JSON.stringify(bank))
}

test('the shipped banks are read, and found by their id', async () => {
  const banks = await readBanks(shipped)
  expect(banks.byId('electrician')?.skill).toBe('Electrician')
  expect(banks.byId('no-such-bank')).toBeNull()
  expect(banks.general().skill).toBe('')
})

test.each<[string, string, (bank: Record<string, unknown>) => void]>([
  ['a field is missing', 'cook.json: code: ', (bank) => delete bank.code],
  [
    'a question names a topic that the bank lacks',
    'cook.json: the file: unknown topic',
    (bank) => (bank.topics = { x: 'X' }),
  ],
  [
    'the file is named for another bank',
    'cook.json: id: the file of this bank must be named chef.json',
    (bank) => (bank.id = 'chef'),
  ],
  ['two banks have one code', 'electrician.json: code: another bank has the same code', (bank) => (bank.code = 'EL')],
])('when %s, one line names file and field', async (_case, line, edit) => {
  const folder = copyBanks()
  change(folder, 'cook.json', edit)
  await expect(readBanks(folder)).rejects.toThrow(line)
})

test('the general questions keep the code by which IDs of TrustTags are known as theirs', async () => {
  const folder = copyBanks()
  change(folder, 'general.json', (bank) => (bank.code = 'GE'))
  await expect(readBanks(folder)).rejects.toThrow('general.json: code: ')
})

test('a file that is no JSON is named', async () => {
  const folder = copyBanks()
  writeFileSync(join(folder, 'cook.json'), '{')
  await expect(readBanks(folder)).rejects.toThrow('cook.json: ')
})

test('without general questions there is no start', async () => {
  const folder = copyBanks()
  rmSync(join(folder, 'general.json'))
  await expect(readBanks(folder)).rejects.toThrow('general.json: missing from the folder of question banks')
})
