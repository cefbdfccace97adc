import MagicString from 'magic-string'
import { isPure } from './is-pure.mjs'
import { keepVariables, leaves } from './switch-cases.mjs'

/**
 * @typedef {object} Facts what is always so where a program runs
 * @property {readonly number[]} tags numbers that no `….tag` ever is
 * @property {readonly string[]} words strings that nothing ever is
 * @property {readonly string[]} names variables that nothing ever is equal to
 * @property {readonly string[]} methods what `typeof ….method` never finds to be a function
 * @property {readonly number[]} masks bits that are never all that is set
 * @property {Readonly<Record<string, string>>} values variable, `object.property` or `*.property` → what it always is
 * @property {Readonly<Record<string, string>>} initial variable → what it starts with instead
 * @property {readonly string[]} objects variables that start with an object which needs none of the keys
 * @property {readonly string[]} keys
 * @property {readonly string[]} statements how statements begin that are left out, without white space
 */

/**
 * Rewrites a program so that a minifier can see what never happens in it. Every fact must be of use, or it stops.
 * @param {string} code
 * @param {unknown} program the same as ESTree nodes
 * @param {Facts} facts
 * @param {Readonly<Record<string, string>>} answers function → what it was made to answer: calls give way to constants
 */
export function withFacts(code, program, facts, answers) {
  const text = new MagicString(code)
  const used = new Set()
  /** @type {Rewriting} */
  const rewriting = { code, text, facts, answers, used }
  visit(rewriting, program, null)
  const { values, initial, ...lists } = facts
  const all = [...Object.values(lists).flat(), ...Object.keys(values), ...Object.keys(initial)]
  const missing = all.filter((fact) => !used.has(fact))
  if (missing.length > 0) throw new Error(`React no longer has ${missing.join(', ')}: look at react-facts.mjs.`)
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}

/**
 * @typedef {object} Rewriting
 * @property {string} code
 * @property {MagicString} text
 * @property {Facts} facts
 * @property {Readonly<Record<string, string>>} answers
 * @property {Set<string | number>} used
 */

/** Names of variables and properties, which are no expressions. */
const NAMES = new Set(['params', 'id', 'label'])

/** @param {Rewriting} rewriting @param {any} node @param {any} owner the function around it */
function visit(rewriting, node, owner) {
  if (typeof node !== 'object' || node === null) return
  if (REWRITES[node.type]?.(rewriting, node, owner)) return
  const within = /Function/.test(node.type) ? node : owner
  for (const [key, child] of Object.entries(node)) {
    const isName = NAMES.has(key) || ((key === 'property' || key === 'key') && !node.computed)
    if (!isName) visit(rewriting, child, within)
  }
}

/**
 * What becomes of a node; true when what is inside it has been looked at.
 * @type {Record<string, (rewriting: Rewriting, node: any, owner: any) => boolean>}
 */
const REWRITES = {
  Identifier: withValue,
  MemberExpression: withValue,
  ExpressionStatement: withoutStatement,
  IfStatement: withoutStatement,
  LabeledStatement: withoutStatement,
  SwitchStatement: (rewriting, node, owner) =>
    withoutStatement(rewriting, node) || withoutCases(rewriting, node, owner),
  BinaryExpression: withoutComparison,
  AssignmentExpression: withoutAssignment,
  VariableDeclarator: withInitial,
  CallExpression: withAnswer,
}

/** @param {Rewriting} rewriting @param {readonly (string | number)[]} list @param {any} fact */
function has({ used }, list, fact) {
  if (!list.includes(fact)) return false
  used.add(fact)
  return true
}

/** What a variable or a property always is, if it is. @param {Rewriting} rewriting @param {any} node */
function valueOf({ code, facts: { values }, used }, { type, computed, property, start, end }) {
  const exact = code.slice(start, end)
  const any = type === 'MemberExpression' && !computed ? `*.${property.name}` : exact
  const name = Object.hasOwn(values, exact) ? exact : any
  if (!Object.hasOwn(values, name)) return null
  used.add(name)
  return values[name] ?? ''
}

/** @param {Rewriting} rewriting @param {any} node */
function withValue(rewriting, node) {
  const value = valueOf(rewriting, node)
  if (value !== null) rewriting.text.overwrite(node.start, node.end, value)
  return value !== null
}

/** @param {Rewriting} rewriting @param {any} node */
function withoutStatement(rewriting, { start, end }) {
  const begin = rewriting.code.slice(start, Math.min(end, start + 300)).replaceAll(/\s+/g, '')
  const found = rewriting.facts.statements.find((one) => begin.startsWith(one))
  if (found === undefined) return false
  rewriting.used.add(found)
  rewriting.text.overwrite(start, end, ';')
  return true
}

/** The cases that never are; what another one falls into stays. @param {Rewriting} rewriting @param {any} node @param {any} owner */
function withoutCases(rewriting, { discriminant, cases }, owner) {
  visit(rewriting, discriminant, owner)
  const removed = []
  let fallsIn = false
  for (const { start, end, test, consequent } of cases) {
    const never = test !== null && isNever(rewriting, test, discriminant)
    if (never && !fallsIn) {
      rewriting.text.remove(start, end)
      removed.push(consequent)
      continue
    }
    if (never) rewriting.text.remove(start, consequent[0]?.start ?? end)
    visit(rewriting, consequent, owner)
    fallsIn = !leaves(consequent.at(-1))
  }
  keepVariables(rewriting.text, owner, removed)
  return true
}

/** @param {Rewriting} rewriting @param {any} node */
function withoutComparison(rewriting, { operator, left, right, start, end }) {
  if (operator !== '===' && operator !== '!==') return false
  if (!isNever(rewriting, left, right) && !isNever(rewriting, right, left)) return false
  rewriting.text.overwrite(start, end, String(operator === '!=='))
  return true
}

/** Whether nothing is ever equal to a node. @param {Rewriting} rewriting @param {any} node @param {any} other what it is compared with */
function isNever(rewriting, { type, name, value, operator, right }, other) {
  const { names, masks, methods, tags, words } = rewriting.facts
  if (type === 'Identifier') return has(rewriting, names, name)
  if (type === 'BinaryExpression')
    return operator === '&' && other.type === 'Identifier' && has(rewriting, masks, right.value)
  if (type !== 'Literal') return false
  if (other.type === 'UnaryExpression')
    return value === 'function' && other.operator === 'typeof' && has(rewriting, methods, other.argument.property?.name)
  return typeof value === 'number' ? isTag(other) && has(rewriting, tags, value) : has(rewriting, words, value)
}

/** What such a number is put into before it is compared. */
const TAG_VARIABLES = /^(tag|nodeTag|grandTag|_instance\d?)$/

/** @param {any} node */
const isTag = ({ type, name, property }) =>
  type === 'MemberExpression' ? property.name === 'tag' : TAG_VARIABLES.test(name ?? '')

/** @param {Rewriting} rewriting @param {any} node @param {any} owner */
function withoutAssignment(rewriting, { left, right, operator, start }, owner) {
  if (operator === '=' && valueOf(rewriting, left) !== null) rewriting.text.remove(start, right.start)
  else if (left.type === 'MemberExpression') visit(rewriting, left.object, owner)
  visit(rewriting, right, owner)
  return true
}

/** @param {Rewriting} rewriting @param {any} node @param {any} owner */
function withInitial(rewriting, { id, init }, owner) {
  const { initial, objects, keys } = rewriting.facts
  if (init && Object.hasOwn(initial, id.name)) {
    rewriting.used.add(id.name)
    rewriting.text.overwrite(init.start, init.end, initial[id.name] ?? '')
    return true
  }
  if (!has(rewriting, objects, id.name)) return false
  init.properties.forEach((/** @type {any} */ { key, value, start, end }, /** @type {number} */ index) => {
    if (has(rewriting, keys, key.name)) rewriting.text.remove(start, init.properties[index + 1]?.start ?? end)
    else visit(rewriting, value, owner)
  })
  return true
}

/** @param {Rewriting} rewriting @param {any} node @param {any} owner */
function withAnswer(rewriting, { callee, arguments: given, start, end }, owner) {
  const { answers, text } = rewriting
  const answer = Object.hasOwn(answers, callee.name ?? '') ? answers[callee.name] : null
  if (answer === null || !/^(|null|true|false|-?\d|"")$/.test(answer ?? '')) return false
  const constant = answer || 'void 0'
  if (given.every(isPure)) text.overwrite(start, end, constant)
  else {
    text.overwrite(start, given[0].start, '(').overwrite(given.at(-1).end, end, `, ${constant})`)
    visit(rewriting, given, owner)
  }
  return true
}
