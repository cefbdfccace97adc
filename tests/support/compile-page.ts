import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, runNode } from './run-process'
import { tempFolder } from './temp-folder'

/**
 * Compiles a page's script with the published declarations in an empty strict project. Empty if there are no errors.
 * @param declarations content of `membership.d.ts`
 * @param script TypeScript
 */
export async function compilePage(declarations: string, script: string): Promise<string> {
  const folder = tempFolder()
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    lib: ['ES2022', 'DOM'],
    types: [],
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
  }
  const files = ['membership.d.ts', 'page.ts']
  writeFileSync(join(folder, 'membership.d.ts'), declarations)
  writeFileSync(join(folder, 'page.ts'), script)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const compiler = runNode([join(projectRoot, 'node_modules/typescript/bin/tsc'), '-p', folder])
  await compiler.ended
  return compiler.output()
}
