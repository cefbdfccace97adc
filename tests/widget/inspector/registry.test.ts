import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inspectorHelp } from '../../../commands/build/inspector-help.mjs'
import type { HelpEntry } from '../../../widget/inspector/store'
import { rules } from '../../../widget/inspector/rules'
import { notices } from '../../../widget/inspector/rules/notices'
import type { Rule } from '../../../widget/inspector/rules/rule'
import { specialItems } from '../../../widget/inspector/special-items'

const all: readonly Rule[] = rules
const help: readonly HelpEntry[] = await inspectorHelp()
const documentation = readFileSync('docs/inspector.md', 'utf8')
const sections = new Set([...documentation.matchAll(/^### (\S+)$/gm)].map(([, name]) => name))

/** The specification's, section 8. */
const errors = `broken-plan-suffix broken-price-suffix broken-plan-button broken-price-button missing-attribute-value
  image-inside-profile-form image-inside-signup-form image-inside-comment-form extra-login-elements orphan-commenting-ui
  post-in-thread plan-on-social-auth private-custom-field misplaced-form-attribute duplicate-install-code
  missing-login-elements missing-signup-elements incorrect-plan-id incorrect-price-id`.split(/\s+/)
const warnings = ['missing-redirect', 'misplaced-install-code', 'plan-without-action', 'price-without-action']

const subjects = [...all.map(({ id }) => id), ...notices.map(({ id }) => id), ...Object.keys(specialItems)]
const helpOf = (id: string) => help.find((entry) => entry.id === id)

describe('the rules', () => {
  test('are those of the specification and our own', () => {
    const ids = (severity: string) => all.filter((rule) => !rule.own && rule.severity === severity).map(({ id }) => id)
    expect(ids('error')).toEqual(errors)
    expect(ids('warning')).toEqual(warnings)
  })

  test('of our own are errors if something leaks or does not work', () => {
    const ids = all.filter(({ own, severity }) => own && severity === 'warning').map(({ id }) => id)
    expect(ids).toEqual([
      'memberstack-one-markup',
      'field-outside-form',
      'form-without-submit',
      'gated-page-without-redirect',
      'install-code-can-flash',
    ])
  })

  test.each(all.map((rule) => [rule.id, rule] as const))('%s says in one line what is wrong with what', (_, rule) => {
    expect(rule.id).toMatch(/^[a-z]+(-[a-z]+)+$/)
    expect(rule.attribute).not.toBe('')
    expect(rule.title).toMatch(/^[A-Z\d][^\n]*[^.!]$/)
  })

  test.each(all.map(({ id }) => id))('%s has a page with what it finds and what it does not', (id) => {
    const path = join('demo-pages', 'inspector', `${id}.html`)
    expect(existsSync(path), path).toBe(true)
    const html = readFileSync(path, 'utf8')
    expect(html).toMatch(/\sid="fail-[\w-]+"/)
    expect(html).toMatch(/\sid="pass-[\w-]+"/)
  })
})

describe('everything the inspector lists', () => {
  test('has an id of its own', () => {
    expect(new Set(subjects).size).toBe(subjects.length)
  })

  test.each(subjects)('%s has help and a section in the documentation', (id) => {
    const entry = helpOf(id)
    expect(entry, 'help').toMatchObject({
      dataAttribute: expect.stringMatching(/\S/),
      title: expect.stringMatching(/\S/),
      description: expect.stringMatching(/^.{20,}[.?]$/),
      documentationLink: `docs/inspector#${id}`,
    })
    expect(entry?.helpItems.length).toBeGreaterThan(0)
    for (const item of entry?.helpItems ?? []) {
      expect(item.title).toMatch(/^\S.*[^.]$/)
      expect(item.description).toMatch(/^\S.*[.?]$/)
    }
    expect(sections, 'docs/inspector.md').toContain(id)
  })

  test('is of the kind that it is listed as', () => {
    const types = Object.fromEntries(help.map(({ id, type }) => [id, type]))
    for (const { id, severity } of all) expect(types[id]).toBe(severity)
    for (const { id } of notices) expect(types[id]).toBe('found')
    expect([types['ready-for-checkout'], types['ready-for-signup']]).toEqual(['cart', 'cart'])
    expect([types['plan-price-clicked'], types['content-removed']]).toEqual(['found', 'found'])
  })

  test('is all that there is help and documentation for', () => {
    const known = new Set(subjects)
    expect(help.filter(({ id }) => !known.has(id)).map(({ id }) => id)).toEqual([])
    expect([...sections].filter((section) => !known.has(section ?? ''))).toEqual([])
  })
})
