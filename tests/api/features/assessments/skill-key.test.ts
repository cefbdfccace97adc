import { describe, expect, test } from 'vitest'
import { readBanks } from '../../../../api/features/assessments/question-bank'
import { findSkill, skillKey } from '../../../../api/features/assessments/skills'
import { microCerts } from '../../../../contract/micro-certs'
import { skills } from '../../../../contract/skills'

const banks = await readBanks(new URL('../../../../api/banks', import.meta.url))

describe('a typed name that reads like a listed skill gets the test of that skill, and its name', () => {
  test.each([
    ['with a Cyrillic capital', '\u0415lectrician'],
    ['with Cyrillic letters', 'Electri\u0441i\u0430n'],
    ['with a digit one', 'E1ectrician'],
    ['with a capital i for an l', 'EIectrician'],
    ['with a zero-width space', 'Elec\u200Btrician'],
    ['with a zero-width joiner', 'Elec\u200Dtrician'],
    ['with a soft hyphen', 'Elec\u00ADtrician'],
    ['with an accent', 'Électrician'],
    ['with a combining accent', 'Ele\u0301ctrician'],
    ['in wide letters', 'Ｅｌｅｃｔｒｉｃｉａｎ'],
    ['with a full stop', 'Electrician.'],
    ['in quotation marks', '“Electrician”'],
    ['with no-break spaces', '\u00A0Electrician\u00A0'],
  ])('%s', (_, typed) => {
    const { name, bank } = findSkill(banks, typed)
    expect([name, bank.id]).toEqual(['Electrician', 'electrician'])
  })

  test('also a whole name of look-alikes, and one of two words', () => {
    expect(findSkill(banks, '\u0421\u041E\u041EK').bank.id).toBe('cook')
    expect(findSkill(banks, 'P0wer-Bl').bank.id).toBe('power-bi')
  })
})

test('no two listed names are taken for one', () => {
  const listed = [...new Set([...Object.values(skills).flat(), ...microCerts])]
  const byKey = new Map<string, string[]>()
  for (const name of listed) byKey.set(skillKey(name), [...(byKey.get(skillKey(name)) ?? []), name])
  expect([...byKey.values()].filter((names) => names.length > 1)).toEqual([])
})

test('names that read differently stay apart', () => {
  const names = ['C', 'C++', 'C#', 'Повар', 'Пекарь', 'सिलाई', 'सिला', '配管', '配線', '🔥', '🍳', 'Cook 2', 'Cook 3']
  expect(new Set(names.map(skillKey)).size).toBe(names.length)
})

test('case makes no difference in any alphabet', () => {
  for (const name of ['Bee Keeping', 'Водитель', 'Πωλητής', 'Straßenbau', 'Çiçekçi'])
    expect(skillKey(name.toUpperCase())).toBe(skillKey(name.toLowerCase()))
})
