import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inProject } from '../runtime/project.mjs'

/**
 * @typedef {import('../../widget/inspector/rules/rule').RuleHelp} Help
 * @typedef {Readonly<Record<string, Help>>} HelpById
 * @typedef {{ id: string, type: 'cart' | 'found' | 'error' | 'warning', dataAttribute: string, title: string }} Subject
 * @typedef {{ type: string, attribute: string, title: string }} Item
 *
 * @typedef {object} Described what a file of the inspector may export: something that is listed, or what is said of it
 * @property {readonly import('../../widget/inspector/rules/rule').Rule[]} [rules]
 * @property {readonly import('../../widget/inspector/rules/notices').Notice[]} [notices]
 * @property {Readonly<Record<string, Item>>} [specialItems]
 * @property {HelpById} [help]
 */

const FOLDERS = ['widget/inspector/rules', 'widget/inspector']
const DESCRIBES = /^export const (rules|notices|specialItems|help)\b/m

/**
 * Reads the help of each rule, notice and special item from the sources, because the script does not contain it.
 * @returns {Promise<(Subject & Help & { documentationLink: string })[]>} subjects that have help
 */
export async function inspectorHelp() {
  const modules = await describedModules()
  const texts = new Map(modules.flatMap(({ help = {} }) => Object.entries(help)))
  return modules.flatMap(subjectsOf).flatMap((subject) => {
    const text = texts.get(subject.id)
    return text ? [{ ...subject, ...text, documentationLink: `docs/inspector#${subject.id}` }] : []
  })
}

/** @returns {Promise<Described[]>} */
async function describedModules() {
  const { build } = await import('esbuild')
  const files = (await Promise.all(FOLDERS.map(describingFiles))).flat()
  const { outputFiles } = await build({
    stdin: {
      contents: files.map((file, index) => `export * as m${index} from './${file}'`).join('\n'),
      resolveDir: inProject('.'),
    },
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'warning',
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return Object.values(await import(`data:text/javascript;base64,${code}`))
}

/** @param {string} folder */
async function describingFiles(folder) {
  const names = (await readdir(inProject(folder))).filter((name) => name.endsWith('.ts')).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(inProject(folder, name), 'utf8')))
  return names.filter((_, index) => DESCRIBES.test(texts[index] ?? '')).map((name) => join(folder, name))
}

/** @param {Described} described @returns {Subject[]} */
function subjectsOf({ rules = [], notices = [], specialItems = {} }) {
  return [
    ...rules.map((rule) => subject(rule.id, rule.severity, rule)),
    ...notices.map((notice) => subject(notice.id, 'found', notice)),
    ...Object.entries(specialItems).map(([id, item]) => subject(id, item.type === 'cart' ? 'cart' : 'found', item)),
  ]
}

/**
 * @param {string} id
 * @param {Subject['type']} type
 * @param {Pick<Item, 'attribute' | 'title'>} of
 * @returns {Subject}
 */
const subject = (id, type, { attribute, title }) => ({ id, type, dataAttribute: attribute, title })
