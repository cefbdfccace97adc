/** Whether what stands behind a statement is not reached. @param {any} statement @returns {boolean} */
export function leaves(statement) {
  if (statement?.type === 'BlockStatement') return leaves(statement.body.at(-1))
  return /^(Break|Return|Throw|Continue)Statement$/.test(statement?.type)
}

/**
 * Variables that were declared in what is removed may be used elsewhere in the function.
 * @param {import('magic-string').default} text
 * @param {any} owner a function
 * @param {any[]} removed
 */
export function keepVariables(text, owner, removed) {
  const names = new Set(variablesOf(removed))
  if (names.size > 0) text.appendRight(owner.body.start + 1, `var ${[...names].join(', ')};`)
}

/** @param {any} value @returns {Generator<string>} */
function* variablesOf(value) {
  if (typeof value !== 'object' || value === null || /Function/.test(value.type)) return
  if (value.type === 'VariableDeclarator') yield value.id.name
  for (const child of Object.values(value)) yield* variablesOf(child)
}
