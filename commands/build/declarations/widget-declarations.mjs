import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { listFiles } from '../../runtime/hash-files.mjs'
import { ExpectedError, inProject } from '../../runtime/project.mjs'
import { runTool } from '../../runtime/run-child.mjs'
import { joinModules } from './join-modules.mjs'
import { readModule } from './read-module.mjs'

const ENTRY = 'widget/public'

/**
 * The types of the global object in one self-contained file, from `widget/public.ts` and all that it uses.
 * @param {string} version of the product
 */
export async function widgetDeclarations(version) {
  const folder = await mkdtemp(join(tmpdir(), 'membership-types-'))
  try {
    await emit(folder)
    const modules = await readModules(join(folder, 'out'))
    return await format(headOf(version) + joinModules(`${ENTRY}.d.ts`, modules))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {string} version */
const headOf = (version) => `/**
 * Types of the membership script, version ${version}: \`window.$memberstackDom\` and related types. Generated with the
 * script. Copy the file into your project, beside your own TypeScript. It needs no other file and adds nothing to your bundle.
 */
`

/** @param {string} folder gets `out/` */
async function emit(folder) {
  const config = {
    extends: inProject('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: join(folder, 'out'),
      rootDir: inProject('.'),
      types: [],
    },
    files: [inProject(`${ENTRY}.ts`)],
    include: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { code, output } = await runTool('typescript/bin/tsc', ['-p', folder], { capture: true })
  if (code !== 0) throw new ExpectedError(`${output}\nThe declarations of the widget could not be generated.`)
}

/** @param {string} folder */
async function readModules(folder) {
  const { parseSync } = await import('vite')
  const read = async (/** @type {string} */ file) => {
    const path = relative(folder, file).replaceAll('\\', '/')
    const text = await readFile(file, 'utf8')
    return /** @type {const} */ ([path, readModule(path, text, parseSync(path, text).program.body)])
  }
  return new Map(await Promise.all((await listFiles(folder)).map(read)))
}

/** @param {string} text */
async function format(text) {
  const { format: prettify, resolveConfig } = await import('prettier')
  return prettify(text, { ...(await resolveConfig(inProject('package.json'))), parser: 'typescript' })
}
