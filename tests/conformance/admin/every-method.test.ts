import { init } from '@memberstack/admin'
import { expect, test } from 'vitest'
import { cases, leftOut } from './cases'
import { openPublishedClient } from './open-published-client'

/** `members.list`, `verifyToken` …, found in the package that is installed: a method that a release adds fails until it is covered. */
const methods: readonly string[] = Object.entries(init('sk_sb_nobody')).flatMap(([name, member]) =>
  typeof member === 'function' ? [name] : methodsOf(member).map((method) => `${name}.${method}`),
)

function methodsOf(group: object): string[] {
  const prototype: unknown = Object.getPrototypeOf(group)
  if (typeof prototype !== 'object' || prototype === null) return []
  return Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')
}

test('every method of the published package is tried, or left out with a reason', () => {
  expect([...Object.keys(cases), ...Object.keys(leftOut)].toSorted()).toEqual(methods.toSorted())
})

test.for(Object.entries(cases))('%s does what the package documents', async ([, tryIt]) => {
  await tryIt(await openPublishedClient())
})
