// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { missingGlobals, missingMembers } from '../../../../widget/lib/missing-names'
import { scriptWithoutEffect as rule } from '../../../../widget/inspector/rules/attribute-values'
import { unknownNamesIn } from '../../../../widget/inspector/rules/source/script-names'
import { inspectSource } from '../../../../widget/inspector/rules/source/inspect-source'
import { demoApp } from './demo-app'

/** The messages for a script of a page, with the severity of warnings. */
function messagesOf(code: string, tag = 'script'): string[] {
  const text = `<!doctype html><body><${tag}>${code}</${tag}>`
  return inspectSource({ name: 'page.html', text, location: null }, demoApp)
    .filter(({ id }) => id === rule.id)
    .map(
      ({ severity, message }) => (severity === 'error' ? '' : `${severity}: `) + message.replace(`${rule.title}. `, ''),
    )
}

test.each(Object.entries(missingMembers))(
  'a call of %s, by the global or a name for it, says what to write',
  (name, right) => {
    const message = expect.stringContaining(`$memberstackDom.${name} does not exist. Write ${right}`)
    const use = name === 'onReady' ? name : `${name}()`
    expect(messagesOf(`await window.$memberstackDom.${use};`)).toEqual([message])
    expect(messagesOf(`const ms = window.$memberstackDom;\nms?.${use};`)).toEqual([message])
  },
)

test.each(missingGlobals)('the global %s is found, unless the script sets it or knows the right one', (name) => {
  expect(messagesOf(`if (window.${name}) go()`)).toEqual([
    `window.${name} does not exist. Write window.$memberstackDom.`,
  ])
  expect(messagesOf(`window.${name} = {}; window.${name}.go()`)).toEqual([])
  expect(messagesOf(`const ms = window.${name} || window.$memberstackDom`)).toEqual([])
})

test.each([
  [`document.addEventListener("memberstack:ready", go)`, 'The event memberstack:ready'],
  [`$(document).on('memberstack.ready', go)`, 'jQuery never hears memberstack.ready'],
  [`$memberstack.getCurrentMember()`, 'window.$memberstack does not exist'],
  [`$memberstackDom.getMemberCookie().then(go)`, 'getMemberCookie() returns the token at once'],
  [`window._msConfig = { preventLogin: true }`, 'warning: window._msConfig has no effect'],
  [`fetch('https://client.memberstack.com/member')`, 'https://client.memberstack.com does not know this app'],
  [`fetch('https://admin.memberstack.com/members')`, 'https://admin.memberstack.com does not know this app'],
  [`document.querySelector('memberstack-prebuilt-ui')`, 'warning: The modals have no such element here'],
])('%s is found', (code, message) => {
  expect(messagesOf(code)).toEqual([expect.stringContaining(message)])
})

test('styles for the modals of Memberstack are found', () => {
  for (const selector of ['#msOverlay', 'memberstack-prebuilt-ui', 'body > div[id^="ms-"]'])
    expect(messagesOf(`${selector} { z-index: 1 }`, 'style'), selector).toHaveLength(1)
  expect(messagesOf('ms-modal-host { z-index: 1 }', 'style')).toEqual([])
})

test.each([
  `document.addEventListener('memberstack:ready', go); document.addEventListener('memberstack.ready', go)`,
  `// $memberstackDom.getMember()\nwindow.$memberstackDom.getCurrentMember()`,
  `window.$memberstackDom.getMember?.()`,
  `window.memberstackConfig = {}; window.memberstackTranslations = {}; window.$memberstackReady`,
  `const memberstack = window.$memberstackDom; memberstack.onAuthChange(go); memberstack.getMemberJSON()`,
  `const { data: member } = await $memberstackDom.getCurrentMember(); member.on(1); member.getToken()`,
  `console.log('See memberstack.com')`,
])('%s is right', (code) => {
  expect(messagesOf(code)).toEqual([])
})

test('a long script is read in time: the square of its length would take hours', () => {
  const long = [`'${'a'.repeat(300_000)}'`, '/*'.repeat(150_000), `${' '.repeat(300_000)}x`]
  for (const text of long) expect(unknownNamesIn(`memberstack ${text}`)).toEqual([])
})
