// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { setMember } from '../../../widget/stores/identity'
import { aMember } from '../../support/a-member'
import { find, leavePage, mountPage, settle } from '../../support/mount-page'

const page = (gating: string, after: string): string => `<a href="/" id="before">before</a>
  <main data-ms-gating="${gating}"><h1 id="title">title</h1>
    <section data-ms-content="!members"><button id="login">log in</button><div data-ms-content="!members"><input id="deep"></div></section>
    ${after}
  </main>`
const members = '<section data-ms-content="members"><h2 id="welcome">welcome</h2></section><button>next</button>'
const logIn = async (): Promise<void> => {
  setMember(aMember())
  await settle()
}

afterEach(leavePage)

test.each(['remove', 'hide'])('the focus goes to the heading of what appears instead (%s)', async (gating) => {
  for (const focused of ['#login', '#deep']) {
    await mountPage(page(gating, members))
    find(focused).focus()
    await logIn()
    expect(document.activeElement).toBe(find('#welcome'))
    find('#before').focus()
    expect(find('#welcome').hasAttribute('tabindex')).toBe(false)
  }
})

test('not to the button that would log out again, else to the start of the region', async () => {
  await mountPage(page('remove', '<button data-ms-action="logout" data-ms-content="members">log out</button>'))
  find('#login').focus()
  await logIn()
  expect(document.activeElement).toBe(find('#title'))
})

test('it stays where it is when what has it stays', async () => {
  await mountPage(page('remove', members))
  find('#before').focus()
  await logIn()
  expect(document.activeElement).toBe(find('#before'))
})

test('and nothing takes it when nothing had it', async () => {
  await mountPage(page('remove', members))
  await logIn()
  expect(document.activeElement).toBe(document.body)
})

test('also when the element itself changes its mind', async () => {
  await mountPage(page('remove', '<button id="next">next</button>'))
  find('#login').focus()
  document.querySelector('section')?.setAttribute('data-ms-content', 'members')
  await settle()
  expect(document.activeElement).toBe(find('#next'))
})

test('to the start of the region, not to its last control, when nothing follows', async () => {
  await mountPage(page('remove', '').replace('<section', '<button id="early">early</button><section'))
  find('#login').focus()
  await logIn()
  expect(document.activeElement).toBe(find('#title'))
})
