/**
 * Whether a program does the same without an expression whose value it does not need.
 * @param {any} node
 * @returns {boolean}
 */
export function isPure({ type, object, property, computed, argument, left, right, operator }) {
  if (/^(Identifier|Literal|ThisExpression|FunctionExpression)$/.test(type)) return true
  if (type === 'MemberExpression') return isPure(object) && (!computed || isPure(property))
  if (type === 'UnaryExpression') return operator !== 'delete' && isPure(argument)
  return /^(Binary|Logical)Expression$/.test(type) && isPure(left) && isPure(right)
}
