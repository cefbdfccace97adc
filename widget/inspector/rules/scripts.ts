import { GLOBAL_ADVICE, missingGlobals, missingMembers } from '../../lib/missing-names'
import type { Page, PageElement } from './page'
import type { Finding, Rule, RuleHelp } from './rule'

/**
 * Scripts and style sheets in the page that use what neither the client of Memberstack nor this one has. Files are not
 * read: the console names what they use.
 */
export const scriptWithoutEffect = {
  id: 'script-without-effect',
  severity: 'error',
  attribute: 'script',
  title: 'Unknown name in a script',
  own: true,
  *check(page) {
    for (const element of page.tagged('script')) {
      yield
      if (runs(page, element)) for (const found of unknownNamesIn(page.text(element))) yield { element, ...found }
    }
    for (const element of page.tagged('style')) {
      yield
      for (const found of unknownNamesIn(page.text(element), styleRows)) yield { element, ...found }
    }
  },
} as const satisfies Rule

/** Templates and data in script elements do not run. */
const runs = (page: Page, element: PageElement): boolean =>
  page.attribute(element, 'src') === null &&
  /^\s*(?:module|(?:text|application)\/(?:x-)?(?:javascript|ecmascript|babel|jsx))?\s*$/i.test(
    page.attribute(element, 'type') ?? '',
  )

/** Without comments, for what has to do with memberships; '' for other scripts. */
const relevantCode = (text: string): string =>
  /memberstack|_msConfig|msOverlay|id\^=/i.test(text) ? text.replaceAll(COMMENT, ' ') : ''

/** One without an end takes the rest, so that the time stays proportional to the length. */
const COMMENT = /\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|^[ \t]*\/\/.*$/gm

interface Row {
  /** What the script or style sheet contains. */
  found: RegExp
  message: string
  /** A script that also contains this works. */
  unless?: RegExp
  severity?: 'warning'
}

const WAITS_RIGHT = /['"`]memberstack\.ready['"`]|\$memberstackReady/

const modalRow: Row = {
  found: /#msOverlay\b|memberstack-prebuilt-ui|body\s*>\s*div\[id\^=["']?ms-/,
  message:
    'The modals have no such element here. They are in ms-modal-host: style them with ::part() and the colors of the app.',
  severity: 'warning',
}

const styleRows: readonly Row[] = [modalRow]

const scriptRows: readonly Row[] = [
  {
    found: /['"`]memberstack:ready['"`]/,
    message: 'The event memberstack:ready does not exist. Write memberstack.ready, with a dot.',
    unless: WAITS_RIGHT,
  },
  {
    found: /\.(?:on|one|bind)\(\s*['"`]memberstack\.ready/,
    message:
      'jQuery never hears memberstack.ready: it reads ".ready" as a namespace. Write document.addEventListener("memberstack.ready", …).',
    unless: /addEventListener\(\s*['"`]memberstack\.ready|\$memberstackReady/,
  },
  ...missingGlobals.map((name) => globalRow(name)),
  {
    found: /\bgetMemberCookie\(\)\s*\??\.\s*(?:then|data)\b/,
    message: 'getMemberCookie() returns the token at once, as a text. It is no promise and has no data.',
  },
  {
    found: /\b_msConfig\b/,
    message: 'window._msConfig has no effect. To keep visitors from a page, add its URL to a content group of the app.',
    severity: 'warning',
  },
  {
    found: /\/\/client\.memberstack\.com\b/,
    message:
      'https://client.memberstack.com does not know this app. Write the URL of your server: paths and bodies are the same.',
  },
  {
    found: /\/\/admin\.memberstack\.com\b/,
    message:
      'https://admin.memberstack.com does not know this app. Call the admin API of your server, and never from a page: everyone can read its secret key.',
  },
  modalRow,
]

/** A script that also knows the right name has a way without it. */
function globalRow(name: string): Row {
  const own = name.replace('$', String.raw`\$`)
  const bare = name.startsWith('$') ? String.raw`|(?<![\w$.'"\x60-])${own}(?=\s*\??\.)` : ''
  return {
    found: new RegExp(String.raw`\b(?:window|globalThis)\.${own}(?![\w$-])${bare}`),
    message: `window.${name} does not exist. ${GLOBAL_ADVICE}`,
    unless: new RegExp(String.raw`\$memberstackDom\b|(?<![\w$])${own}\s*=(?!=)`),
  }
}

/** What a script, or a style sheet with its rows, uses in vain. */
export function unknownNamesIn(text: string, rows: readonly Row[] = scriptRows): Omit<Finding, 'element'>[] {
  const code = relevantCode(text)
  if (code === '') return []
  const found = rows
    .filter((row) => row.found.test(code) && !row.unless?.test(code))
    .map(({ message, severity }) => ({ message, ...(severity && { severity }) }))
  return rows === scriptRows ? [...found, ...missingMembersIn(code)] : found
}

/** `const ms = window.$memberstackDom`, but not `const member = $memberstackDom.getMember()`. */
const ALIAS = /(?<![\w$])([\w$]{1,100})\s*=\s*(?:await\s+)?(?:window\.)?\$memberstackDom\b(?!\s*\??[.[(])/g

/** Calls of members that the client does not have. A call by `?.()` is not one: it asks first. */
function missingMembersIn(code: string): { message: string }[] {
  const aliases = [...code.matchAll(ALIAS)].map(([, name = '']) => name.replaceAll('$', String.raw`\$`))
  const owners = [String.raw`\$memberstackDom`, ...aliases].join('|')
  return Object.entries(missingMembers)
    .filter(([name]) => {
      const use = name === 'onReady' ? String.raw`\b` : String.raw`\s*\(`
      return new RegExp(String.raw`(?<![\w$])(?:${owners})\s*\??\.\s*${name}${use}`).test(code)
    })
    .map(([name, advice]) => ({ message: `$memberstackDom.${name} does not exist. ${advice}` }))
}

export const help: Readonly<Record<string, RuleHelp>> = {
  'script-without-effect': {
    description:
      'This script uses a method, a variable, an event or a server that pages of Memberstack do not have either, or that this widget does not have. Often nothing happens, or the rest of the script stops with an error.',
    helpItems: [
      {
        title: 'Where do such names come from?',
        description:
          'Generated code and forums often invent them: getMember, $memberstack, memberstack:ready. The documentation lists every method of $memberstackDom.',
      },
      {
        title: 'The script works anyway',
        description: 'It may try several names until one exists. Then you can remove the others, or leave it as it is.',
      },
    ],
  },
}
