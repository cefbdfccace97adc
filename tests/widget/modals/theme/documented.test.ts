import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { palette } from '../../../../widget/modals/theme/brand-palette'

const root = new URL('../../../../', import.meta.url)
const page = readFileSync(new URL('docs/theming.md', root), 'utf8')
const sources = readdirSync(new URL('widget/modals/', root), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(tsx?|css)$/.test(file))
  .map((file) => readFileSync(new URL(`widget/modals/${file}`, root), 'utf8'))
  .join('\n')
const all = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].flatMap(([, names = '']) => names.split(' ')))].toSorted()

/** Set by the modals themselves. */
const internal = new Set(['--ms-fade', '--ms-width'])

describe('docs/theming.md', () => {
  test('lists the custom properties that the modals read, and no other', () => {
    const read = all(sources, /var\((--ms-[\w-]+)/g).filter((name) => !internal.has(name))
    expect(all(page, /^\| `(--ms-[\w-]+)`/gm)).toEqual(read)
  })

  test('every color of the palette is read somewhere', () => {
    const unread = Object.keys(palette).filter((name) => !sources.includes(`var(--ms-${name}`))
    expect(unread).toEqual([])
  })

  test('lists the parts that can be styled, and no other', () => {
    const [list = ''] = /^Parts.*$/m.exec(page) ?? []
    const computed = [...sources.matchAll(/\bpart=\{([^}]+)\}/g)].map(([, expression = '']) => expression).join()
    const parts = [...all(sources, /\bpart(?:=|: )["']([\w -]+)["']/g), ...all(computed, /'([\w -]+)'/g)]
    expect(all(list, /`([\w-]+)`/g)).toEqual([...new Set(parts)].toSorted())
  })

  test('names every color of the branding', () => {
    const brandPalette = readFileSync(new URL('widget/modals/theme/brand-palette.ts', root), 'utf8')
    const [, table = ''] = /brandingNames[^{]+\{(.+?)\n\}/s.exec(brandPalette) ?? []
    const names = [...table.matchAll(/\[([^\]]+)\]/g)].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
    const [, documented = ''] = /^\| color.+?\n(.+?)\n\n/ms.exec(page) ?? []
    expect(all(documented, /^\| `(\w+)`/gm)).toEqual([...new Set(names)].toSorted())
  })
})

test('nothing of a modal’s style knows left from right, so that it can be read both ways', () => {
  const css = readdirSync(new URL('widget/modals/', root), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(new URL(`widget/modals/${file}`, root), 'utf8').replace(/\/\*.*?\*\//gs, ''))
    .join('\n')
  expect(css.match(/^.*(?<![\w-])(left|right)(?![\w-]).*$/gm) ?? []).toEqual([])
  expect(css.match(/(margin|padding|border)-(left|right)/g) ?? []).toEqual([])
})

test('animations have names that no page has, for in the page’s own DOM they are shared', () => {
  expect(all(sources, /@keyframes ([\w-]+)/g).filter((name) => !name.startsWith('ms-'))).toEqual([])
})
