import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { widgetDeclarations } from '../../../../commands/build/declarations/widget-declarations.mjs'
import { compilePage } from '../../../support/compile-page'
import { projectRoot } from '../../../support/run-process'

/** Documented in docs/client.md, in the section on TypeScript. */
const differences = {
  Missing: ['_captchaReady'],
  /** Methods that accept fewer inputs than the published types allow. */
  Takes: ['logout', 'onAuthChange', 'openModal', 'queryDataRecords', 'updateMember'],
  /** Methods that return something else, apart from a missing `null` in the published types. */
  Answers: ['getChannelInfo', 'getDataRecord', 'openModal', 'queryDataRecords'],
}

const comparison = `
import memberstack from ${JSON.stringify(join(projectRoot, 'node_modules/@memberstack/dom/lib/index.js'))}
import type { MembershipClient as Ours } from './membership'
type Theirs = ReturnType<typeof memberstack.init>
type Shared = keyof Theirs & keyof Ours
/** The published types lack null for optional texts. */
type Honest<T> = unknown extends T ? unknown
  : T extends string | undefined ? T | null
  : T extends null | boolean | number ? T
  : T extends void ? unknown
  : T extends (...given: never[]) => unknown ? T
  : { [K in keyof T]: Honest<T[K]> }
type Result<T> = T extends (...given: never[]) => infer R ? Awaited<R> : never
export type Missing = Exclude<keyof Theirs, keyof Ours>
export type Takes = {
  [K in Shared]: Theirs[K] extends (...given: infer G) => unknown ? Ours[K] extends (...given: G) => unknown ? never : K : K
}[Shared]
export type Answers = { [K in Shared]: Result<Ours[K]> extends Honest<Result<Theirs[K]>> ? never : K }[Shared]
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never
`

let declarations: string
beforeAll(async () => {
  declarations = await widgetDeclarations('1.2.3')
})

describe('code that was written for the published client’s types', () => {
  it.each(Object.entries(differences))(
    'compiles with our types, except for the listed differences: %s',
    async (name, methods) => {
      const union = methods.map((method) => JSON.stringify(method)).join(' | ')
      const script = `${comparison}export const same: Same<${name}, ${union}> = true`
      // Both files declare one global; no project uses both.
      const complaints = (await compilePage(declarations, script))
        .split('\n')
        .filter((line) => !line.includes('TS2717'))
      expect(complaints.join('\n').trim()).toBe('')
    },
  )

  it('finds each of those differences explained in the document', () => {
    const [, section = ''] =
      /\n## TypeScript\n(.*?)\n## /su.exec(readFileSync(join(projectRoot, 'docs/client.md'), 'utf8')) ?? []
    const unsaid = Object.values(differences)
      .flat()
      .filter((name) => !section.includes(`\`${name}`))
    expect(unsaid).toEqual([])
  })
})
