import { posix } from 'node:path'

/**
 * @typedef {import('./import-graph.mjs').ImportGraph} ImportGraph
 *
 * @typedef {object} ChangedTests
 * @property {readonly string[]} tests files for Vitest
 * @property {readonly string[]} journeys files for Playwright
 */

/**
 * Journeys for a module, by the last part of its path. Values are parts of file names. Unlisted modules have no
 * journeys.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const journeysOf = {
  accounts: [
    'become-a-member',
    'modals-signup',
    'modals-login',
    'modals-reset',
    'passwordless',
    'trusttag-forgot-password',
  ],
  account: ['trusttag-account.spec', 'become-a-trusttag-member'],
  actions: ['attributes/actions'],
  assessment: ['trusttag-assessment'],
  assessments: ['trusttag-assessment'],
  captcha: ['captcha.spec'],
  checkout: ['trusttag-buy', 'cart.spec'],
  client: ['conformance/dom/session', 'login-modal'],
  comments: ['comments/guestbook'],
  content: ['attributes/hosted-content'],
  credentials: ['verify-in-the-browser'],
  docs: ['documents.spec'],
  forms: ['attributes/form-fields', 'attributes/passwordless', 'form-tricks'],
  gating: ['gating'],
  inspector: ['inspector/sidebar.spec', 'inspector/checked-pages'],
  issue: ['trusttag-whole-path'],
  login: ['modals-login'],
  members: ['gating-members'],
  messages: ['messages-in-dialogs'],
  modals: ['modals-login', 'modals-signup', 'modals-keyboard', 'login-modal'],
  owner: ['owner-page'],
  payments: ['e2e/buy.spec', 'modals-plans', 'portal.spec'],
  plans: ['modals-plans', 'attributes/plans', 'team.spec'],
  profile: ['modals-profile', 'trusttag-profile.spec'],
  profiles: ['trusttag-public-profile', 'trusttag-profile.spec'],
  'reset-password': ['modals-reset'],
  signup: ['modals-signup'],
  social: ['social/provider-window', 'social/provider-buttons'],
  'tag-purchases': ['trusttag-buy'],
  tags: ['trusttag-whole-path', 'check-a-trusttag'],
  team: ['modals-team', 'team.spec'],
  transparency: ['transparency.spec'],
  'transparency-log': ['transparency.spec'],
  ui: ['modals-keyboard', 'site-keyboard'],
  verify: ['check-a-trusttag', 'verify-in-the-browser'],
  'work-samples': ['trusttag-work-samples'],
}

/**
 * Selects the tests that a change can break: changed tests, tests that import a changed file over any number of other files,
 * tests named like it or in the folder of its module. The composition of the API imports everything, so imports are not
 * followed through it; instead, the tests of each feature that imports the changed file are added.
 * @param {readonly string[]} changed paths from the root
 * @param {ImportGraph} graph of programs and tests
 * @returns {ChangedTests}
 */
export function changedTests(changed, graph) {
  const sources = changed.filter(isProgram)
  const paths = [...graph.files.keys()]
  const importers = importersIn(graph)
  // Helpers of tests that start the API import everything, too.
  const startsApi = reach(
    paths.filter((path) => COMPOSITION.test(path)),
    importers,
    () => true,
  )
  const isFollowed = (/** @type {string} */ path) =>
    sources.includes(path) || !(startsApi.has(path) && (COMPOSITION.test(path) || path.startsWith('tests/')))
  const reached = reach(sources, importers, isFollowed)
  // The flows of these features run the file, although their tests start the whole API.
  const features = sources.flatMap(importers).filter((path) => path.startsWith('api/features/'))
  const modules = new Set([...sources, ...features].map(moduleOf))
  const names = new Set(sources.map(nameOf))
  const tests = paths.filter(
    (path) =>
      (changed.includes(path) && /\.test\.tsx?$/u.test(path)) ||
      (isTest(path) && (reached.has(path) || names.has(nameOf(path)) || [...modules].some(inFolderOf(path)))),
  )
  const specs = paths.filter((path) => path.endsWith('.spec.ts'))
  const words = [...new Set(sources.map(moduleOf))].flatMap((module) => journeyWords(module, specs))
  return {
    tests,
    journeys: specs.filter((path) => changed.includes(path) || words.some((word) => path.includes(word))),
  }
}

/** Without those of minutes: kills, random requests and the slow tier. @param {string} path */
const isTest = (path) => /^tests\/(?!long\/|bench\/|durability\/).*(?<!-requests)\.test\.tsx?$/u.test(path)

/** Files of the API that import every feature. */
const COMPOSITION = /^api\/(?:app|config|endpoints|main|open-store|services|start-api|workers)\.ts$/u

/**
 * What imports a file, types excepted.
 * @param {ImportGraph} graph
 * @returns {(path: string) => readonly string[]}
 */
function importersIn(graph) {
  /** @type {Map<string, string[]>} */
  const importers = new Map()
  for (const [path, edges] of graph.imports)
    for (const { to, typeOnly } of edges) if (!typeOnly) importers.set(to, [...(importers.get(to) ?? []), path])
  return (path) => importers.get(path) ?? []
}

/**
 * Files and what imports them over any number of others, but for the composition and what starts it.
 * @param {readonly string[]} starts
 * @param {(path: string) => readonly string[]} importers
 * @param {(path: string) => boolean} isFollowed
 */
function reach(starts, importers, isFollowed) {
  const reached = new Set(starts)
  for (const path of reached) if (isFollowed(path)) for (const importer of importers(path)) reached.add(importer)
  return reached
}

/** Whether a test is in the folder of a module. @param {string} path of the test @returns {(module: string) => boolean} */
const inFolderOf = (path) => (module) => {
  const [program = '', ...parts] = module.split('/')
  const name = parts.at(-1)
  return name !== undefined && path.startsWith(`tests/${program}/`) && posix.dirname(path).split('/').includes(name)
}

/**
 * Journeys of the console are named for their screen; other parts of it are tested by those of its shell.
 * @param {string} module
 * @param {readonly string[]} specs
 * @returns {readonly string[]} parts of file names
 */
function journeyWords(module, specs) {
  const [program, ...parts] = module.split('/')
  if (program !== 'console') return parts.flatMap((part) => journeysOf[part] ?? [])
  const own = `/console-${parts.at(-1)}.spec.ts`
  return [specs.some((path) => path.endsWith(own)) ? own : '/console-shell.spec.ts']
}

/** @param {string} path */
const isProgram = (path) => /^(?:api|widget|host-site|console|commands|contract)\//u.test(path)

/**
 * The module of a source file: its folder, or the file itself if it is directly in a folder of modules.
 * @param {string} path
 */
export function moduleOf(path) {
  const folder = posix.dirname(path)
  const isLoose = /^(?:api|widget|host-site|console|commands|contract)(?:\/features|\/directives|\/modals)?$/u.test(
    folder,
  )
  return isLoose ? path.replace(/(?:\.d)?\.\w+$/u, '') : folder
}

/** The file name up to its first dot. @param {string} path */
const nameOf = (path) => posix.basename(path).split('.')[0] ?? ''
