import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import demoDefinition from '../../../api/apps/app_demo.json'
import { inspectCommand } from '../../../commands/inspect/command'
import { tempFolder } from '../../support/temp-folder'

const pages: Record<string, string> = {
  'error.html': '<p>\n<div data-ms-form="login">',
  'warning.html': '<button data-ms-price:add="prc_pro-monthly">x</button>',
  'group.html': '<b data-ms-content="nobody-knows">x</b>',
  'good.html': '<b data-ms-content="members">x</b>',
}

async function inspect(argv: string[], { colour = false, more = {} }: { colour?: boolean; more?: typeof pages } = {}) {
  const cwd = tempFolder()
  for (const [name, text] of Object.entries({ ...pages, ...more })) writeFileSync(join(cwd, name), text)
  const [out, err]: [string[], string[]] = [[], []]
  const print = (text: string) => void out.push(text)
  const code = await inspectCommand(argv, {
    cwd,
    colour,
    env: { DATA_DIR: cwd },
    print,
    complain: (line) => void err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

describe('the report', () => {
  test('lists findings by line, and then counts', async () => {
    const { out } = await inspect(['error.html', 'good.html'])
    expect(out.split('\n')).toEqual([
      'error.html:2 error misplaced-form-attribute Form attribute on another element. It is on a <div>.',
      expect.stringMatching(/^error\.html:2 found found-login-form .*data-ms-form="login"$/),
      '',
      expect.stringMatching(/^good\.html:1 found found-content-gating .*data-ms-content="members"$/),
      '',
      expect.stringMatching(
        /^1 error and 0 warnings in 2 pages, checked against app_demo \(.*, because the page names no app\.$/,
      ),
      'How to fix them: docs/inspector.md',
    ])
  })

  test('hides correct attributes with --quiet', async () => {
    const { out } = await inspect(['--quiet', 'good.html', 'warning.html'])
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^warning\.html:1 warning price-without-action /),
      '',
      expect.stringMatching(/^0 errors and 1 warning in 2 pages, /),
      'How to fix them: docs/inspector.md',
    ])
  })

  test('is one JSON array for all files', async () => {
    const { out } = await inspect(['--json', 'error.html', 'warning.html'])
    const rows: unknown = JSON.parse(out)
    const row = (id: string, severity: string, file: string, line: number) => ({
      id,
      severity,
      file,
      line,
      message: expect.stringMatching(/\S/),
      app: 'app_demo',
    })
    expect(rows).toEqual([
      row('misplaced-form-attribute', 'error', 'error.html', 2),
      row('found-login-form', 'found', 'error.html', 2),
      row('price-without-action', 'warning', 'warning.html', 1),
      row('found-price-add', 'found', 'warning.html', 1),
    ])
    expect((await inspect(['--json', '--quiet', 'good.html'])).out).toBe('[]')
  })

  test('is colored on demand', async () => {
    expect((await inspect(['error.html'], { colour: true })).out).toContain('\u001b[31merror\u001b[0m')
    expect((await inspect(['error.html'])).out).not.toContain('\u001b')
  })

  test('prints no control characters of a page', async () => {
    const name = 'odd\u001b[31m.html'
    const more = { [name]: '<b data-ms-content="\u001b[31m\u202e\nx">x</b>' }
    for (const argv of [[name], ['--json', name], [`none${name}`], ['--app', name, name]]) {
      const { out, err } = await inspect(argv, { more })
      expect(out + err).toContain('odd')
      expect(out + err).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u)
    }
  })
})

describe('the exit code', () => {
  test.each([
    [0, ['good.html']],
    [0, ['warning.html']],
    [1, ['--strict', 'warning.html']],
    [1, ['group.html']],
    [0, ['--strict', 'good.html']],
    [1, ['good.html', 'error.html']],
    [1, ['--json', '--quiet', 'error.html']],
    [2, ['none.html', 'error.html']],
    [2, []],
    [2, ['']],
    [2, ['--nonsense', 'good.html']],
    [2, ['--app']],
    [2, ['--app', 'none.json', 'good.html']],
    [0, ['--help']],
  ])('is %i for %j', async (code, argv) => expect((await inspect(argv)).code).toBe(code))

  test('an unreadable file does not stop the others', async () => {
    const { out, err } = await inspect(['--json', 'none.html', 'error.html'])
    expect(err).toBe('none.html does not exist.')
    expect(JSON.parse(out)).toHaveLength(2)
  })

  test('an unknown option is named, with a hint to the help', async () => {
    const { out, err } = await inspect(['--nonsense', 'good.html'])
    expect(out).toBe('')
    expect(err).toMatch(/'--nonsense'.*\nFor help, run: npm run inspect -- --help$/)
  })
})

describe('--app', () => {
  const group = { key: 'nobody-knows', name: 'Nobody', redirect: '/' }
  const own = { ...demoDefinition, contentGroups: [...demoDefinition.contentGroups, group] }

  test('checks against that app’s groups', async () => {
    const more = { 'own.json': JSON.stringify(own) }
    const { code, out } = await inspect(['--app', 'own.json', '--strict', 'group.html'], { more })
    expect([code, out]).toEqual([0, expect.not.stringContaining('unknown-group-key')])
  })

  test.each([
    ['what is no JSON', '{', /^own\.json is not JSON: /],
    [
      'what is no definition',
      '{"id":"app_x"}',
      /^own\.json is not an app definition\n {2}name: .*\n(.*\n)*.*and \d+ more\.?$/,
    ],
    [
      'a wrong field',
      JSON.stringify({ ...own, id: 'x' }),
      /^own\.json is not an app definition\n {2}id: .*\n {2}id: .*app_/,
    ],
  ])('reports what is wrong with %s', async (_, text, message) => {
    const { code, out, err } = await inspect(['--app', 'own.json', 'good.html'], { more: { 'own.json': text } })
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(message)
  })
})
