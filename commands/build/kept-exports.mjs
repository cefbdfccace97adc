import MagicString from 'magic-string'

/**
 * What the widget and React itself take from React's other files; what else these export, and what only that uses, is
 * left out. Path in node_modules → names.
 * @type {Record<string, readonly string[]>}
 */
export const KEPT_EXPORTS = {
  'react/cjs/react.production.js': [
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
    'Component',
    'Fragment',
    'createContext',
    'createElement',
    'useCallback',
    'useContext',
    'useEffect',
    'useEffectEvent',
    'useId',
    'useLayoutEffect',
    'useMemo',
    'useRef',
    'useState',
    'useSyncExternalStore',
    'version',
  ],
  'react-dom/cjs/react-dom.production.js': [
    '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
    'createPortal',
    'version',
  ],
  'scheduler/cjs/scheduler.production.js': [
    'unstable_IdlePriority',
    'unstable_ImmediatePriority',
    'unstable_LowPriority',
    'unstable_NormalPriority',
    'unstable_UserBlockingPriority',
    'unstable_cancelCallback',
    'unstable_getCurrentPriorityLevel',
    'unstable_now',
    'unstable_requestPaint',
    'unstable_scheduleCallback',
    'unstable_shouldYield',
  ],
}

/**
 * Removes the assignments of all other exports.
 * @param {string} code a CommonJS module
 * @param {{ body: any[] }} program
 * @param {readonly string[]} [kept]
 */
export function withExports(code, program, kept = []) {
  const text = new MagicString(code)
  const missing = new Set(kept)
  for (const { type, expression, start, end } of program.body) {
    const name = type === 'ExpressionStatement' ? exportedName(expression) : null
    if (name === null) continue
    if (kept.includes(name)) missing.delete(name)
    else text.remove(start, end)
  }
  // An export that is set within a condition stays, whoever asks for it.
  for (const name of missing) if (code.includes(`exports.${name} = `)) missing.delete(name)
  if (missing.size > 0) throw new Error(`React no longer exports ${[...missing].join(', ')}: look at slim-react.mjs.`)
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}

/** The `a` of `exports.a = …`. @param {any} expression */
function exportedName({ type, left }) {
  if (type !== 'AssignmentExpression' || left.type !== 'MemberExpression') return null
  return left.object.name === 'exports' ? left.property.name : null
}
