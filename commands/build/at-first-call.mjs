import MagicString from 'magic-string'

/** Packages that stand in files of their own, which run when they are required. */
const RUN_BY_REQUIRE = /^(react|react-dom)(\/|$)/

/**
 * Keeps the imports outside, React's apart, and puts everything else into a function that runs once, at the first call
 * of an export.
 * @param {string} code an ES module with one `export { … }`, of functions
 * @param {{ body: any[] }} program the same as ESTree nodes
 */
export function atFirstCall(code, program) {
  const text = new MagicString(code)
  const exports = program.body.filter(({ type }) => type.startsWith('Export'))
  const [list] = exports
  if (exports.length !== 1 || list.declaration || list.source) throw new Error('One list of exports is expected.')
  /** @type {string[]} */
  const names = list.specifiers.map((/** @type {any} */ { exported }) => exported.name)
  const values = list.specifiers.map((/** @type {any} */ { exported, local }) => `${exported.name}: ${local.name}`)
  for (const statement of program.body) {
    if (isKept(statement)) moveToTop(text, statement)
    else if (statement.type === 'ImportDeclaration') requireInstead(text, statement)
  }
  text.overwrite(list.start, list.end, `return { ${values.join(', ')} }`)
  const first = program.body.find((statement) => !isKept(statement))
  const made = `let made\nconst make = () => (made ??= (() => {\n`
  const calls = names.map((name) => `export const ${name} = (...given) => make().${name}(...given)\n`)
  text.prependRight(first.start, made).append(`\n})())\n${calls.join('')}`)
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}

/** Whether a statement stays outside of the function. @param {any} statement */
const isKept = ({ type, source }) => type === 'ImportDeclaration' && !RUN_BY_REQUIRE.test(source.value)

/** @param {MagicString} text @param {any} statement */
function moveToTop(text, { start, end }) {
  text.appendLeft(end, '\n')
  // What stands first cannot be moved there.
  if (start > 0) text.move(start, end, 0)
}

/** @param {MagicString} text @param {any} statement an `import * as name` */
function requireInstead(text, { start, end, source, specifiers: [whole, ...more] }) {
  if (whole?.type !== 'ImportNamespaceSpecifier' || more.length > 0)
    throw new Error(`${source.value} is to be imported whole.`)
  text.overwrite(start, end, `const ${whole.local.name} = require(${JSON.stringify(source.value)});`)
}
