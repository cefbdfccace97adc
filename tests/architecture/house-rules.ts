import { transformSync } from 'esbuild'
import { isCode } from './read-tree'
import type { TreeFile } from './read-tree'

/** A promise about every file. */
export interface HouseRule {
  name: string
  /** The files that the promise is about. */
  applies: (path: string) => boolean
  /** What is wrong with a file, null when nothing is. */
  problem: (file: TreeFile) => string | null
  /** One file that breaks the promise and one that keeps it: the rule is shown both, so that it cannot go blind. */
  breaks: TreeFile
  keeps: TreeFile
}

/** Without comments and types: a comment may name what code may not use. */
const codeOf = ({ path, text }: TreeFile): string =>
  transformSync(text, { loader: path.endsWith('.tsx') ? 'tsx' : 'ts', jsx: 'preserve' }).code

const without =
  (pattern: RegExp) =>
  (file: TreeFile): string | null =>
    // Most files name nothing of it, not even in a comment: those need not be parsed.
    pattern.test(file.text) ? (codeOf(file).match(pattern)?.[0] ?? null) : null

const inBrowser = (path: string): boolean => /^(widget|host-site)\//.test(path) && isCode(path)

const NETWORK =
  /(?<![.\w])fetch\s*\(|\b(window|globalThis|self)\.fetch\s*\(|\bXMLHttpRequest\b|\bsendBeacon\b|\bEventSource\b|\bWebSocket\b/
/** Messages to the owner; everything about accounts goes through the membership script. */
const SITE_API = 'host-site/lib/site-api.ts'
const BROWSER_STORAGE = /\b(localStorage|sessionStorage|indexedDB)\b|\bdocument\.cookie\b|['"]js-cookie['"]/
/** The entry file hands the storage over to the one file of the site that uses it. */
const STORAGE_OWNERS = new Set(['host-site/lib/browser-keys.ts', 'host-site/main.tsx'])
const HTML_SINK =
  /\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|dangerouslySetInnerHTML|setHTMLUnsafe|parseFromString|srcdoc|srcDoc)\b|\bdocument\.write(ln)?\b|\beval\(|\bnew Function\b/
const VAGUE_NAME = /(^|[/-])(utils?|helpers?|misc|managers?)([./-]|$)/i
const MACHINE_PATH = /(?<![\w.])\/(work|home|root|Users)\/\w|[A-Z]:\\\\?Users|\.\.\/shared\b/

export const houseRules: readonly HouseRule[] = [
  {
    name: 'only widget/transport and the site’s own API file talk to the network',
    applies: (path) => inBrowser(path) && !path.startsWith('widget/transport/') && path !== SITE_API,
    problem: without(NETWORK),
    breaks: { path: 'widget/client/a.ts', text: "export const a = () => window.fetch('/x')" },
    keeps: {
      path: 'widget/client/a.ts',
      text: '// fetch(x) is not called here\nexport const a = (store: S) => store.fetch(1)',
    },
  },
  {
    name: 'only widget/storage and the site’s own keys file touch browser storage',
    applies: (path) => inBrowser(path) && !path.startsWith('widget/storage/') && !STORAGE_OWNERS.has(path),
    problem: without(BROWSER_STORAGE),
    breaks: { path: 'widget/stores/a.ts', text: "export const a = localStorage.getItem('x')" },
    keeps: { path: 'widget/stores/a.ts', text: '/** localStorage is not used. */ export const a = 1' },
  },
  {
    name: 'only host-site/lib/membership.ts touches the global object',
    applies: (path) => path.startsWith('host-site/') && isCode(path) && path !== 'host-site/lib/membership.ts',
    problem: without(/\$memberstack\w*/),
    breaks: { path: 'host-site/pages/a.tsx', text: 'export const a = () => window.$memberstackDom.logout()' },
    keeps: { path: 'host-site/pages/a.tsx', text: '// $memberstackDom lives in lib/membership\nexport const a = 1' },
  },
  {
    name: 'nothing in a browser makes markup or code from text',
    applies: inBrowser,
    problem: without(HTML_SINK),
    breaks: {
      path: 'host-site/ui/a.tsx',
      text: 'export const A = () => <p dangerouslySetInnerHTML={{ __html: x }} />',
    },
    keeps: { path: 'host-site/ui/a.tsx', text: '// never innerHTML\nexport const A = () => <p>{x}</p>' },
  },
  {
    name: 'every login ends in finishLogin',
    applies: (path) =>
      /^api\/(domain|features|handlers|pages|http)\//.test(path) && path !== 'api/features/accounts/login.ts',
    problem: ({ text }) => text.match(/sessions\.insert\(/)?.[0] ?? null,
    breaks: { path: 'api/handlers/auth/a.ts', text: 'await repositories.sessions.insert(session)' },
    keeps: { path: 'api/handlers/auth/a.ts', text: 'await finishLogin(repositories, services, app, member, claim)' },
  },
  {
    name: 'files are small',
    applies: (path) => /\.(ts|tsx|mjs|css)$/.test(path),
    problem: ({ text }) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '').length
      return lines > 400 ? `${lines} lines, at most 400` : null
    },
    breaks: { path: 'widget/lib/a.ts', text: 'a()\n'.repeat(401) },
    keeps: { path: 'widget/lib/a.ts', text: 'a()\n\n'.repeat(400) },
  },
  {
    name: 'names say what is inside',
    applies: () => true,
    problem: ({ path }) => path.match(VAGUE_NAME)?.[0] ?? null,
    breaks: { path: 'widget/lib/form-utils.ts', text: '' },
    keeps: { path: 'widget/lib/useful.ts', text: '' },
  },
  {
    name: 'source files are named in kebab-case',
    applies: (path) => /^(api|commands|contract|host-site|tests|widget)\//.test(path) && isCode(path),
    problem: ({ path }) => path.split('/').find((part) => !/^[a-z\d]+([-.@][a-z\d]+)*$/.test(part)) ?? null,
    breaks: { path: 'widget/lib/formState.ts', text: '' },
    keeps: { path: 'tests/widget/lib/form-state.test.ts', text: '' },
  },
  {
    name: 'nothing names a place on somebody’s machine',
    applies: (path) => path !== '.ci/run' && path !== 'tests/architecture/house-rules.ts',
    problem: ({ text }) => text.match(MACHINE_PATH)?.[0] ?? null,
    breaks: { path: 'docs/a.md', text: 'see /home/someone/project' },
    keeps: { path: 'docs/a.md', text: 'see https://example.com/home/ and ./work/a' },
  },
]

/** One sentence for each file that breaks a rule. */
export const violations = (rule: HouseRule, files: readonly TreeFile[]): string[] =>
  files
    .filter(({ path }) => rule.applies(path))
    .flatMap((file) => {
      const problem = rule.problem(file)
      return problem === null ? [] : [`${file.path}: ${problem}`]
    })
