/**
 * Names in scripts and style sheets that neither the client of Memberstack nor this one has. Only the command reads
 * them: in a page, the console names what a script uses, and the script stays small.
 */
import { missingGlobals, missingMembers } from '../../../lib/missing-names'

/** Templates and data in script elements do not run. @param type its attribute */
export const isScriptType = (type: string): boolean =>
  /^\s*(?:module|(?:text|application)\/(?:x-)?(?:javascript|ecmascript|babel|jsx))?\s*$/i.test(type)

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

export const styleRows: readonly Row[] = [modalRow]

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
    message: `window.${name} does not exist. Write window.$memberstackDom.`,
    unless: new RegExp(String.raw`\$memberstackDom\b|(?<![\w$])${own}\s*=(?!=)`),
  }
}

interface UnknownName {
  message: string
  severity?: 'warning'
}

/** What a script, or a style sheet with its rows, uses in vain. */
export function unknownNamesIn(text: string, rows: readonly Row[] = scriptRows): UnknownName[] {
  const code = relevantCode(text)
  if (code === '') return []
  const found = rows
    .filter((row) => row.found.test(code) && !row.unless?.test(code))
    .map(({ message, severity }) => ({ message, ...(severity && { severity }) }))
  return rows === scriptRows ? [...found, ...missingMembersIn(code)] : found
}

/** `const ms = window.$memberstackDom`, but not `const member = $memberstackDom.getMember()`. */
const ALIAS = /(?<![\w$])([\w$]{1,100})\s*=\s*(?:await\s+)?(?:window\.)?\$memberstackDom\b(?!\s*\??[.[(])/g

/** What to write, and why, where the name alone does not say it. */
const instead = (right: string): string => `Write ${right}${reasons[right] ?? ''}.`
const reasons: Readonly<Record<string, string>> = {
  'getMemberCookie()': ', which returns the token at once',
  'document.addEventListener("memberstack.ready", …)': ', and run at once if window.$memberstackReady is true',
}

/** Calls of members that the client does not have. A call by `?.()` is not one: it asks first. */
function missingMembersIn(code: string): UnknownName[] {
  const aliases = [...code.matchAll(ALIAS)].map(([, name = '']) => name.replaceAll('$', String.raw`\$`))
  const owners = [String.raw`\$memberstackDom`, ...aliases].join('|')
  return Object.entries(missingMembers)
    .filter(([name]) => {
      const use = name === 'onReady' ? String.raw`\b` : String.raw`\s*\(`
      return new RegExp(String.raw`(?<![\w$])(?:${owners})\s*\??\.\s*${name}${use}`).test(code)
    })
    .map(([name, advice]) => ({ message: `$memberstackDom.${name} does not exist. ${instead(advice)}` }))
}
