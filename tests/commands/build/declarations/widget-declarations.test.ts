import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseSync } from 'vite'
import { errors } from '../../../../contract/errors'
import { widgetDeclarations } from '../../../../commands/build/declarations/widget-declarations.mjs'
import { compilePage } from '../../../support/compile-page'
import { projectRoot } from '../../../support/run-process'
import { startTestApi } from '../../../support/start-api'
import { openClient } from '../../../widget/client/open-client'

let declarations: string

beforeAll(async () => {
  declarations = await widgetDeclarations('1.2.3')
})

const everyMethod = readFileSync(join(projectRoot, 'tests/fixtures/types/every-method.ts'), 'utf8')
const compile = (script: string) => compilePage(declarations, script)

/** Members of an interface and its base interfaces. */
const names = (file: string, name: string): string[] => {
  const { body } = parseSync('membership.d.ts', file).program
  for (const statement of body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (node?.type !== 'TSInterfaceDeclaration' || node.id.name !== name) continue
    const above = node.extends.flatMap(({ expression }) =>
      expression.type === 'Identifier' ? names(file, expression.name) : [],
    )
    const own = node.body.body.flatMap((member) =>
      'key' in member && member.key.type === 'Identifier' ? [member.key.name] : [],
    )
    return [...above, ...own]
  }
  return []
}

describe('membership.d.ts', () => {
  it('types every call of a strict project by itself, and refuses wrong ones', async () => {
    expect(await compile(everyMethod)).toBe('')
  })

  it('reports a wrong call', async () => {
    const text = "export const a = window.$memberstackDom?.getPlan({ plan: 'pln_a' })"
    expect(await compile(text)).toMatch(/page\.ts.*error TS2353/u)
  })

  it('has named types and error codes to import', async () => {
    const text = `import type { ErrorCode, Member, MembershipError } from './membership'
      export const message = (error: MembershipError, member: Member): string => {
        const known: ErrorCode = 'invalid-credentials'
        // @ts-expect-error a code that is not there
        const unknown: ErrorCode = 'invalid-credential'
        const status: number = error.statusCode
        return error.code === known ? member.id : unknown + status + error.stack
      }`
    expect(await compile(text)).toBe('')
  })

  it('works with the example in the documentation', async () => {
    const [, example = ''] = /```ts\n(.*?)```/su.exec(readFileSync(join(projectRoot, 'docs/client.md'), 'utf8')) ?? []
    expect(example).toContain("from './membership'")
    expect(await compile(example)).toBe('')
  })

  it('has exactly the methods of the global object', async () => {
    const api = await startTestApi()
    onTestFinished(() => api.close())
    const { client } = openClient(api)
    expect(names(declarations, 'MembershipClient').toSorted()).toEqual(Object.keys(client).toSorted())
  })

  it('is fully used by the fixture script', () => {
    const uncalled = names(declarations, 'MembershipClient').filter((name) => !everyMethod.includes(`ms.${name}(`))
    expect(uncalled).toEqual([])
  })

  it('lists every code of the contract', () => {
    const [, list = ''] = /export type ErrorCode =([^=]*?)\n\n/u.exec(declarations) ?? []
    expect([...list.matchAll(/'([^']+)'/gu)].map(([, code = '']) => code).toSorted()).toEqual(
      Object.keys(errors).toSorted(),
    )
  })

  it('names the version, explains every group, and imports nothing', () => {
    expect(declarations).toContain('version 1.2.3')
    expect(declarations).toContain('/** Creates a member and logs in.')
    expect(declarations).not.toMatch(/^import|\bfrom '|\bimport\(|valibot|React|\bany\b(?!.*\*\/)|typeof /mu)
  })
})
