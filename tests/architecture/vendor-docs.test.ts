import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attributeRows, installRows } from '../../widget/attributes'
import { projectRoot } from '../support/run-process'
import { vendorMarkup } from './vendor-markup'

const markdown = readFileSync(join(projectRoot, 'docs/attributes.md'), 'utf8')
const [, section = ''] = markdown.split('\n## Attributes of Memberstack\n')

interface Row {
  names: string[]
  here: string
  note: string
}

const rows: Row[] = section.split('\n').flatMap((line) => {
  const [, names = '', here = '', note = ''] = line.split('|').map((cell) => cell.trim())
  return names.startsWith('`')
    ? [{ names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), here, note }]
    : []
})

/** Each of our attributes, with its values; undefined for any value. */
const ours = new Map<string, readonly string[] | undefined>(
  [...Object.values(attributeRows), ...Object.values(installRows)].map((row) => [
    row.name,
    'values' in row && !('isOpen' in row) ? row.values : undefined,
  ]),
)

/** Whether the widget has an attribute, with the value of the markup if it names one. */
function exists(markup: string): boolean {
  const [, name = '', value] = /^([^=]+)(?:="(.*)")?$/.exec(markup) ?? []
  const values = ours.get(name)
  return ours.has(name) && (value === undefined || !values || values.includes(value) || name === 'data-ms-redirect')
}

describe('the table of Memberstack attributes in docs/attributes.md', () => {
  it('has each one once, and no other', () => {
    expect(rows.flatMap(({ names }) => names).toSorted()).toEqual([...vendorMarkup].toSorted())
    expect(new Set(vendorMarkup).size).toBe(vendorMarkup.length)
  })

  it('says of each whether it works, and why not', () => {
    for (const { names, here, note } of rows) {
      expect(['works', 'differs', 'not supported'], names.join()).toContain(here)
      if (here !== 'works') expect(note, names.join()).toMatch(/^\S.{15,}/)
    }
  })

  it('agrees with the attributes that the widget has', () => {
    const isAttribute = (name: string): boolean => /^(data-|redirect$)/.test(name)
    const wrong = rows.flatMap(({ names, here }) =>
      names.filter((name) => isAttribute(name) && here !== 'differs' && exists(name) !== (here === 'works')),
    )
    expect(wrong).toEqual([])
  })
})
