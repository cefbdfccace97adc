import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

/**
 * One text that a person reads: a line of a document, a comment, a string of the source, the name of a test.
 *
 * @typedef {'documents' | 'texts' | 'comments' | 'test names'} ProseKind
 *
 * @typedef {object} Prose
 * @property {ProseKind} kind
 * @property {string} path from the root, with forward slashes
 * @property {number} line from 1
 * @property {string} text without markup and inline code
 */

const SOURCE_FOLDERS = ['api', 'widget', 'host-site', 'console', 'commands', 'contract']
const PAGE_FOLDERS = ['demo-pages']
const TEST_FOLDERS = ['tests']
const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs']
const SKIPPED = new Set(['node_modules', 'dist', 'banks', 'fonts', 'fixtures', 'translations', 'words'])
const CODE = /\.(?:ts|tsx|mjs|cjs)$/u
const TEST_CALLS = new Set(['test', 'it', 'describe', 'suite'])

/**
 * Every text of the repository that the guide to words is about.
 * @param {string} root
 * @returns {Prose[]}
 */
export function readProse(root) {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')
  const files = (/** @type {readonly string[]} */ folders) => folders.flatMap((folder) => listFiles(root, folder))
  return [
    ...files(DOCUMENTS)
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => proseOfDocument(path, read(path))),
    ...files(PAGE_FOLDERS)
      .filter((path) => path.endsWith('.html'))
      .flatMap((path) => proseOfPage(path, read(path))),
    ...files(SOURCE_FOLDERS)
      .filter((path) => CODE.test(path))
      .flatMap((path) => proseOfSource(path, read(path))),
    ...files(TEST_FOLDERS)
      .filter((path) => CODE.test(path))
      .flatMap((path) => proseOfTest(path, read(path))),
  ]
}

/** @param {string} root @param {string} path @returns {string[]} */
function listFiles(root, path) {
  if (extname(path) === '.md') return [path]
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return []
    const inside = posix.join(path, entry.name)
    return entry.isDirectory() ? listFiles(root, inside) : [inside]
  })
}

/**
 * The lines of a Markdown file, without blocks of code and inline code.
 * @param {string} path
 * @param {string} text
 * @returns {Prose[]}
 */
export function proseOfDocument(path, text) {
  const prose = text
    .replaceAll(/^( *)(```+|~~~+)[\s\S]*?^\1\2/gmu, (block) => block.replaceAll(/[^\n]/gu, ''))
    .replaceAll(/`[^`\n]+`/gu, '`…`')
  return prose.split('\n').flatMap((line, index) => toProse('documents', path, index + 1, line))
}

/**
 * The texts of a static page, without tags, scripts and styles.
 * @param {string} path
 * @param {string} text
 * @returns {Prose[]}
 */
export function proseOfPage(path, text) {
  const blank = (/** @type {string} */ markup) => markup.replaceAll(/[^\n]/gu, ' ')
  return text
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gu, blank)
    .replaceAll(/<[^>]*>/gu, blank)
    .split('\n')
    .flatMap((line, index) => toProse('texts', path, index + 1, line))
}

/**
 * The comments of a source file, and its strings that contain a space: names and codes have none.
 * @param {string} path
 * @param {string} text
 * @returns {Prose[]}
 */
export function proseOfSource(path, text) {
  const { program, comments } = parseSync(path, text)
  const lineOf = lines(text)
  /** @type {Prose[]} */
  const strings = []
  const add = (/** @type {number} */ start, /** @type {unknown} */ value) => {
    if (typeof value === 'string' && /\w \w/u.test(value)) strings.push(...toProse('texts', path, lineOf(start), value))
  }
  new Visitor({
    Literal: (node) => add(node.start, node.value),
    TemplateElement: (node) => add(node.start, node.value.cooked),
    JSXText: (node) => add(node.start, node.value),
  }).visit(program)
  return [...strings, ...comments.flatMap((comment) => proseOfComment(path, comment, lineOf))]
}

/**
 * The comments of a test file and the names of its tests: other strings are often hostile on purpose.
 * @param {string} path
 * @param {string} text
 * @returns {Prose[]}
 */
export function proseOfTest(path, text) {
  const { program, comments } = parseSync(path, text)
  const lineOf = lines(text)
  /** @type {Prose[]} */
  const names = []
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!TEST_CALLS.has(rootNameOf(callee))) return
      if (first?.type === 'Literal' && typeof first.value === 'string') {
        names.push(...toProse('test names', path, lineOf(first.start), first.value))
      }
    },
  }).visit(program)
  return [...names, ...comments.flatMap((comment) => proseOfComment(path, comment, lineOf))]
}

/** @param {import('vite').ESTree.Expression} callee @returns {string} `test` of `test.each(rows)` */
function rootNameOf(callee) {
  if (callee.type === 'MemberExpression') return rootNameOf(callee.object)
  if (callee.type === 'CallExpression') return rootNameOf(callee.callee)
  return callee.type === 'Identifier' ? callee.name : ''
}

/**
 * @param {string} path
 * @param {{ value: string, start: number }} comment
 * @param {(offset: number) => number} lineOf
 */
function proseOfComment(path, { value, start }, lineOf) {
  const first = lineOf(start)
  return value
    .replaceAll(/`[^`\n]+`/gu, '`…`')
    .split('\n')
    .flatMap((line, index) => toProse('comments', path, first + index, line.replace(/^\s*\*/u, '')))
}

/** @param {ProseKind} kind @param {string} path @param {number} line @param {string} text @returns {Prose[]} */
function toProse(kind, path, line, text) {
  const trimmed = text.trim()
  return trimmed === '' ? [] : [{ kind, path, line, text: trimmed }]
}

/** @param {string} text @returns {(offset: number) => number} the line of an offset, from 1 */
function lines(text) {
  const ends = [...text.matchAll(/\n/gu)].map(({ index }) => index)
  return (offset) => {
    const next = ends.findIndex((end) => end >= offset)
    return (next === -1 ? ends.length : next) + 1
  }
}
