/** @typedef {import('./read-module.mjs').Node} Node */

/**
 * The members of a type that is made of a constant: of `keyof typeof TABLE` the keys, of `(typeof LIST)[number]` the
 * elements, each as it is written in a type. Null for any other type.
 * @param {Node} type
 * @param {(name: string) => Node | null} find the declaration of a constant
 * @returns {string[] | null}
 */
export function literalsOf(type, find) {
  const keys =
    type.type === 'TSTypeOperator' && type['operator'] === 'keyof' ? constantOf(type['typeAnnotation'], find) : null
  if (keys) return keysOf(keys)
  const isElement = type.type === 'TSIndexedAccessType' && type['indexType'].type === 'TSNumberKeyword'
  const list = isElement ? constantOf(type['objectType'], find) : null
  if (list) return elementsOf(list)
  if (type.type === 'TSTypeQuery')
    throw new Error(`The type of the value ${type['exprName'].name} cannot be published.`)
  return null
}

/** The type of the constant that is named. @param {Node} type @param {(name: string) => Node | null} find @returns {Node | null} */
function constantOf(type, find) {
  if (type.type === 'TSParenthesizedType') return constantOf(type['typeAnnotation'], find)
  if (type.type !== 'TSTypeQuery') return null
  const { name } = type['exprName']
  const declarators = find(name)?.['declarations'] ?? []
  const declarator = declarators.find((/** @type {Node} */ { id }) => id.name === name)
  return declarator?.id.typeAnnotation.typeAnnotation ?? null
}

/** @param {Node} type @returns {string[]} */
function keysOf(type) {
  if (type.type !== 'TSTypeLiteral') throw new Error('The keys of a table are asked of what is none.')
  return type['members'].map((/** @type {Node} */ { key }) => JSON.stringify(key.name ?? key.value))
}

/** @param {Node} type @returns {string[]} */
function elementsOf(type) {
  if (type.type === 'TSTypeOperator') return elementsOf(type['typeAnnotation'])
  if (type.type !== 'TSTupleType') throw new Error('The elements of a list are asked of what is none.')
  return type['elementTypes'].map((/** @type {Node} */ { literal }) => JSON.stringify(literal.value))
}
