import { expect, test } from 'vitest'
import { leanEndpoints } from '../../../commands/build/lean-endpoints.mjs'
import { tightModules } from '../../../commands/build/tight-modules.mjs'

/** What a plugin makes of a module; null: it leaves it alone. */
async function transformed(plugin: object, code: string, id: string): Promise<string | null> {
  const transform: unknown = Reflect.get(plugin, 'transform')
  if (typeof transform !== 'function') throw new Error('The plugin transforms nothing.')
  const made: unknown = await Reflect.apply(transform, plugin, [code, id])
  return made === null ? null : String(Reflect.get(Object(made), 'code'))
}

const source = `
const twice = (number) => number * 2
const unused = () => twice(1)
export function four() { const two = 1 + 1; return twice(two) }
`

test('a module that is named gets shorter, and answers what it did', async () => {
  const tight = (await transformed(tightModules([/late\.ts$/]), source, '/widget/late.ts')) ?? ''
  expect(tight.length).toBeLessThan(source.length / 2)
  expect(tight).not.toContain('unused')
  const { four } = await import(`data:text/javascript,${encodeURIComponent(tight)}`)
  expect(four()).toBe(4)
})

test('every other module stays as it is', async () => {
  expect(await transformed(tightModules([/late\.ts$/]), source, '/widget/early.ts')).toBeNull()
})

test('tables of endpoints lose who may call, and nothing else', async () => {
  const row = "getMember: { method: 'GET', path: '/member', access: 'member' },"
  const id = '/contract/endpoints/member.ts'
  expect(await transformed(leanEndpoints(), row, id)).toBe("getMember: { method: 'GET', path: '/member' },")
  expect(await transformed(leanEndpoints(), row, '/contract/entities.ts')).toBeNull()
})
