import { transformSync } from 'esbuild'
import { isCode } from './read-tree'
import type { TreeFile } from './read-tree'

export interface HouseRule {
  name: string
  /** The files that the rule is about. */
  applies: (path: string) => boolean
  /** Null if the file keeps the rule. */
  problem: (file: TreeFile) => string | null
  /** The rule is tested on one file that breaks it and one that keeps it. */
  breaks: TreeFile
  keeps: TreeFile
}

/** Without comments and types, which may name what code must not use. */
const codeOf = ({ path, text }: TreeFile): string =>
  transformSync(text, { loader: path.endsWith('.tsx') ? 'tsx' : 'ts', jsx: 'preserve' }).code

const without =
  (pattern: RegExp) =>
  (file: TreeFile): string | null =>
    // Skips parsing where the raw text has no match.
    pattern.test(file.text) ? (codeOf(file).match(pattern)?.[0] ?? null) : null

const inBrowser = (path: string): boolean => /^(widget|host-site|console)\//.test(path) && isCode(path)

const NETWORK =
  /(?<![.\w])fetch\s*\(|\b(window|globalThis|self)\.fetch\s*\(|\bXMLHttpRequest\b|\bsendBeacon\b|\bEventSource\b|\bWebSocket\b/
/** The site's accounts go through the membership script. The console's entry passes `fetch` to its client. */
const NETWORK_OWNERS = new Set([
  'host-site/lib/site-api.tsx',
  'host-site/features/verify/shown-samples.tsx',
  'console/app/page-console.ts',
  'console/data/client.ts',
])
const BROWSER_STORAGE = /\b(localStorage|sessionStorage|indexedDB)\b|\bdocument\.cookie\b|['"]js-cookie['"]/
/** The entry file passes the storage to the only file that uses it. */
const STORAGE_OWNERS = new Set([
  'host-site/lib/browser-keys.ts',
  'host-site/lib/pending-answers.ts',
  'host-site/main.tsx',
  'host-site/read.ts',
  'console/app/page-console.ts',
])
const HTML_SINK =
  /\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|dangerouslySetInnerHTML|setHTMLUnsafe|parseFromString|srcdoc|srcDoc)\b|\bdocument\.write(ln)?\b|\beval\(|\bnew Function\b/
const VAGUE_NAME = /(^|[/-])(utils?|helpers?|misc|managers?)([./-]|$)/i
const MACHINE_PATH = /(?<![\w.])\/(work|home|root|Users)\/\w|[A-Z]:\\\\?Users|\.\.\/shared\b/

/** Measurements and soaks. */
const MAY_MEASURE = /^tests\/(bench|long)\//
/** Polls, so that tests need not sleep; and the examples below. */
const MAY_SLEEP = new Set(['tests/support/wait-until.ts', 'tests/architecture/house-rules.ts'])
const mustNotWait = (path: string): boolean =>
  path.startsWith('tests/') && isCode(path) && !MAY_MEASURE.test(path) && !MAY_SLEEP.has(path)
/** Until a number or a constant is over; a random moment is no wait. */
const FIXED_SLEEP =
  /\bsetTimeout\(\s*\w+,\s*[\dA-Z]|\b(sleep|pause|delay)\((?!\))[\d\s*+A-Z_]*\)|\bwaitForTimeout\(|\bpg_sleep\(\d{2}/
const MEASURED_TIME = /\bexpect\([^\n]*\b(performance|Date)\.now\(\)[^\n]*\)\s*\.toBe(Less|Greater)Than/

export const houseRules: readonly HouseRule[] = [
  {
    name: 'only widget/transport and the API files of site and console talk to the network',
    applies: (path) => inBrowser(path) && !path.startsWith('widget/transport/') && !NETWORK_OWNERS.has(path),
    problem: without(NETWORK),
    breaks: { path: 'widget/client/a.ts', text: "export const a = () => window.fetch('/x')" },
    keeps: {
      path: 'widget/client/a.ts',
      text: '// fetch(x) is not called here\nexport const a = (store: S) => store.fetch(1)',
    },
  },
  {
    name: 'only widget/storage and the key files of site and console touch browser storage',
    applies: (path) => inBrowser(path) && !path.startsWith('widget/storage/') && !STORAGE_OWNERS.has(path),
    problem: without(BROWSER_STORAGE),
    breaks: { path: 'widget/stores/a.ts', text: "export const a = localStorage.getItem('x')" },
    keeps: { path: 'widget/stores/a.ts', text: '/** localStorage is not used. */ export const a = 1' },
  },
  {
    name: 'only the membership files of site and console touch the global object',
    applies: (path) =>
      /^(host-site\/(?!lib\/membership\.ts)|console\/(?!data\/membership\.ts))/.test(path) && isCode(path),
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
      path.startsWith('api/') &&
      path !== 'api/features/accounts/finish-login.ts' &&
      path !== 'api/features/members/repository-sessions.ts',
    problem: ({ text }) => text.match(/\binsertSession\(|insertInto\('sessions'\)/)?.[0] ?? null,
    breaks: { path: 'api/handlers/auth/a.ts', text: 'await insertSession(tx, session)' },
    keeps: { path: 'api/handlers/auth/a.ts', text: 'await finishLogin(tx, services, app, member, proof)' },
  },
  {
    name: 'tests wait for events, never for a fixed time',
    applies: mustNotWait,
    problem: without(FIXED_SLEEP),
    breaks: { path: 'tests/api/a.test.ts', text: 'await new Promise((resolve) => setTimeout(resolve, 1_100))' },
    keeps: {
      path: 'tests/api/a.test.ts',
      text: "// not sleep(5)\nawait waitUntil('it is there', isThere)\nsetTimeout(resolve)\nclock.advance(1_000)",
    },
  },
  {
    name: 'tests assert no elapsed time',
    applies: mustNotWait,
    problem: without(MEASURED_TIME),
    breaks: { path: 'tests/api/a.test.ts', text: 'expect(performance.now() - start).toBeLessThan(5_000)' },
    keeps: { path: 'tests/api/a.test.ts', text: 'expect(tokens.expires).toBeGreaterThan(Date.now())' },
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
    applies: (path) => /^(api|commands|console|contract|host-site|tests|widget)\//.test(path) && isCode(path),
    problem: ({ path }) => path.split('/').find((part) => !/^[a-z\d]+([-.@][a-z\d]+)*$/.test(part)) ?? null,
    breaks: { path: 'widget/lib/formState.ts', text: '' },
    keeps: { path: 'tests/widget/lib/form-state.test.ts', text: '' },
  },
  {
    name: 'no path on a developer’s machine',
    applies: (path) => path !== '.ci/run' && path !== 'tests/architecture/house-rules.ts',
    problem: ({ text }) => text.match(MACHINE_PATH)?.[0] ?? null,
    breaks: { path: 'docs/a.md', text: 'see /home/someone/project' },
    keeps: { path: 'docs/a.md', text: 'see https://example.com/home/ and ./work/a' },
  },
]

/** One sentence per file that breaks the rule. */
export const violations = (rule: HouseRule, files: readonly TreeFile[]): string[] =>
  files
    .filter(({ path }) => rule.applies(path))
    .flatMap((file) => {
      const problem = rule.problem(file)
      return problem === null ? [] : [`${file.path}: ${problem}`]
    })
