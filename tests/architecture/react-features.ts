import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ABSENT_ATTRIBUTES, ABSENT_ELEMENTS, KEPT_ALIASES, KEPT_EVENTS } from '../../commands/build/react-absences.mjs'
import { REACT_FACTS } from '../../commands/build/react-facts.mjs'
import { projectRoot } from '../support/run-process'
import type { TreeFile } from './read-tree'

const react = readFileSync(join(projectRoot, 'node_modules/react-dom/cjs/react-dom-client.production.js'), 'utf8')

const oneOf = (names: readonly string[]): string => `(${names.map((name) => name.replaceAll('$', '\\$')).join('|')})`

/** Every `onX` that React knows, but those that are still told of. */
function silentListeners(): string[] {
  const list = /simpleEventPluginEvents =\s*"([^"]+)"/.exec(react)?.[1]?.split(' ') ?? []
  const simple = list.map((name) => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  const others = [...react.matchAll(/"(on[A-Z][A-Za-z]+)"/g)].map(([, name]) => name ?? '')
  const kept = new Set([...KEPT_EVENTS.map((name) => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`), 'onFocus'])
  for (const name of ['onBlur', 'onChange']) kept.add(name)
  return [...new Set([...simple, ...others])].filter((name) => !kept.has(name.replace(/Capture$/, '')))
}

/** Names for attributes that React would have translated. */
function untranslated(): string[] {
  const table = /aliases = new Map\(\[([^;]+?)\]\)/.exec(react)?.[1] ?? ''
  const names = [...table.matchAll(/\["(\w+)",/g)].map(([, name]) => name ?? '')
  return names.filter((name) => !KEPT_ALIASES.some(([kept]) => kept === name))
}

/** What the bundle's React no longer has (commands/build/slim-react.mjs), as it would look in a source file. */
const missingFeatures: Readonly<Record<string, RegExp>> = {
  'an import of what suspends, hides, transitions, acts or wraps':
    /import[^;]*?\b(Suspense|SuspenseList|Activity|ViewTransition|lazy|use|useTransition|startTransition|useActionState|useOptimistic|useFormStatus|useDeferredValue|hydrateRoot|cache|memo|forwardRef|useReducer|useImperativeHandle|useInsertionEffect|StrictMode|Profiler|flushSync)\b[^;]*?from 'react(-dom)?(\/client)?'/,
  'an element that is drawn in another way': new RegExp(`<${oneOf([...ABSENT_ELEMENTS, 'style', 'title'])}[\\s>]`),
  'an element of its own kind': /<[a-z]+-[a-z]/,
  'an attribute that is set in another way': new RegExp(`\\s${oneOf(ABSENT_ATTRIBUTES)}=[{"]`),
  'one of these without a value': new RegExp(`<[a-z]+(\\s[^<>]*)?\\s${oneOf(ABSENT_ATTRIBUTES)}[\\s/>]`),
  'an attribute by a name that is not its own': new RegExp(`\\s${oneOf(untranslated())}=`),
  'a listener for what is never told': new RegExp(`\\b${oneOf(silentListeners())}(Capture)?\\b`),
  'a number in a style': /\bstyle=\{\{[^}]*?:\s*-?[\d.]/,
  'a moment in the life of a class': new RegExp(
    `\\b${oneOf([...REACT_FACTS.methods, 'contextType', 'defaultProps'])}\\b`,
  ),
}

/** What can stand in a file without elements. */
const HOOKS_TOO = new Set([
  'a listener for what is never told',
  'an import of what suspends, hides, transitions, acts or wraps',
])

/** Components of the widget that use what its React does not have: they would build, and then do nothing. */
export function missingReactFeatures(files: readonly TreeFile[]): string[] {
  return files
    .filter(({ path }) => /^widget\/.*\.tsx$|^widget\/(modals|inspector\/sidebar)\//.test(path))
    .flatMap(({ path, text }) =>
      Object.entries(missingFeatures)
        .filter(([feature, pattern]) => (path.endsWith('.tsx') || HOOKS_TOO.has(feature)) && pattern.test(text))
        .map(([feature]) => `${path}: ${feature}`),
    )
}
