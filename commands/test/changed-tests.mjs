import { posix } from 'node:path'

/**
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
 * Selects tests for changed files: changed tests, tests in folders of a changed module's name, tests named like a
 * changed file, and tests that import the module. Starting the whole API relates a test to nothing.
 * @param {readonly string[]} changed paths from the root
 * @param {readonly { path: string, text: string }[]} testFiles tests and journeys
 * @returns {ChangedTests}
 */
export function changedTests(changed, testFiles) {
  const modules = [...new Set(changed.filter(isProgram).map(moduleOf))]
  const names = new Set(changed.filter(isProgram).map(nameOf))
  const related = testFiles.filter(
    ({ path, text }) =>
      changed.includes(path) || names.has(nameOf(path)) || modules.some((one) => isAbout(one, path, text)),
  )
  const words = modules.flatMap((module) => journeyWords(module, testFiles))
  const journeys = testFiles.filter(
    ({ path }) => path.endsWith('.spec.ts') && (changed.includes(path) || words.some((word) => path.includes(word))),
  )
  return {
    tests: related.map(({ path }) => path).filter((path) => /\.test\.tsx?$/u.test(path)),
    journeys: journeys.map(({ path }) => path),
  }
}

/**
 * Journeys of the console are named for their screen; other parts of it are tested by those of its shell.
 * @param {string} module
 * @param {readonly { path: string }[]} testFiles
 * @returns {readonly string[]} parts of file names
 */
function journeyWords(module, testFiles) {
  const [program, ...parts] = module.split('/')
  if (program !== 'console') return parts.flatMap((part) => journeysOf[part] ?? [])
  const own = `/console-${parts.at(-1)}.spec.ts`
  return [testFiles.some(({ path }) => path.endsWith(own)) ? own : '/console-shell.spec.ts']
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

/** @param {string} module @param {string} path of a test @param {string} text */
function isAbout(module, path, text) {
  const [program = '', ...parts] = module.split('/')
  const isOfProgram = path.startsWith(`tests/${program}/`)
  if (
    isOfProgram &&
    parts.length > 0 &&
    posix
      .dirname(path)
      .split('/')
      .includes(parts.at(-1) ?? '')
  )
    return true
  const here = posix.dirname(path)
  const imports = [...text.matchAll(/(?:from|import|import\()\s*['"](\.[^'"]+)['"]/gu)]
  return imports.some(([, to = '']) => {
    const target = posix.join(here, to)
    return target === module || posix.dirname(target) === module
  })
}
