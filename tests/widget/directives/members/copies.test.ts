// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { find, leavePage, mountPage } from '../../../support/mount-page'

afterEach(leavePage)

const slide = '<div id="slider"><div class="slide"><b data-ms-member="first-name">friend</b></div></div>'
const texts = () => [...document.querySelectorAll('[data-ms-member]')].map((element) => element.textContent)
const copyOf = (selector: string): HTMLElement => document.importNode(find(selector), true)

test('a slide that a slider copies follows the member and forgets them at logout', async () => {
  const page = await mountPage(slide, { member: aMember() })
  find('#slider').append(copyOf('.slide'))
  await page.settle()
  setMember(aMember({ customFields: { 'first-name': 'Grace' } }))
  expect(texts()).toEqual(['Grace', 'Grace'])
  setMember(null)
  expect(texts()).toEqual(['friend', 'friend'])
  expect(document.body.innerHTML).not.toContain('<!--')
})

test('a copy that comes onto the page after the logout shows the author’s text', async () => {
  const page = await mountPage(slide, { member: aMember() })
  const copy = copyOf('.slide')
  setMember(null)
  find('#slider').append(copy)
  await page.settle()
  expect(texts()).toEqual(['friend', 'friend'])
})

test('a copy of a copy does so too', async () => {
  const page = await mountPage(slide, { member: aMember() })
  const copy = copyOf('.slide')
  find('#slider').append(copy)
  await page.settle()
  find('#slider').append(copy.cloneNode(true))
  await page.settle()
  setMember(null)
  expect(texts()).toEqual(['friend', 'friend', 'friend'])
})

test('markup made of the page’s own, as page caches keep it, does so too, also on the next page', async () => {
  await mountPage(slide, { member: aMember() })
  const kept = document.body.innerHTML
  expect(kept).toContain('Ada')
  await mountPage(kept)
  expect(document.body.innerHTML).toBe(slide)
})

test('a copy gets the author’s markup, as nodes of its own', async () => {
  const page = await mountPage('<p data-ms-member="first-name">dear <i class="x">friend</i></p>', { member: aMember() })
  document.body.append(copyOf('p'))
  await page.settle()
  setMember(null)
  expect(document.body.innerHTML).toBe('<p data-ms-member="first-name">dear <i class="x">friend</i></p>'.repeat(2))
  expect(document.querySelectorAll('i')).toHaveLength(2)
})

test.each(['-->\u003cimg src=x>', '--!> <b>', '> x', '', '"quoted" \\ \u2028 \ud800', '-'])(
  'the author’s text %j survives being made markup of, and stays a text',
  async (text) => {
    const page = await mountPage('<p data-ms-member="first-name"></p>')
    find('p').textContent = text
    setMember(aMember())
    document.body.insertAdjacentHTML('beforeend', find('p').outerHTML)
    await page.settle()
    expect(document.querySelectorAll('body > *')).toHaveLength(2)
    expect(texts()).toEqual(['Ada', 'Ada'])
    setMember(null)
    expect(texts()).toEqual([text, text])
    expect(document.querySelectorAll('img,p > b')).toHaveLength(0)
  },
)

test('a node that moves keeps the author’s text, and so does one that is away for a while', async () => {
  const page = await mountPage(`<main></main>${slide}`, { member: aMember() })
  find('main').append(find('b'))
  await page.settle()
  expect(texts()).toEqual(['Ada'])
  const away = find('b')
  away.remove()
  await page.settle()
  expect(away.textContent).toBe('friend')
  find('main').append(away)
  await page.settle()
  expect(texts()).toEqual(['Ada'])
  setMember(null)
  expect(texts()).toEqual(['friend'])
})

test('what a template stamps starts from the author’s text', async () => {
  const page = await mountPage(`<template>${slide}</template><main></main>`, { member: aMember() })
  const template = document.querySelector('template')!
  find('main').append(template.content.cloneNode(true), template.content.cloneNode(true))
  await page.settle()
  expect(texts()).toEqual(['Ada', 'Ada'])
  setMember(null)
  expect(texts()).toEqual(['friend', 'friend'])
})

test('a text that the page sets instead is replaced at the next change and at logout', async () => {
  await mountPage(slide, { member: aMember() })
  find('b').textContent = 'written by a script'
  setMember(aMember({ customFields: { 'first-name': 'Grace' } }))
  expect(texts()).toEqual(['Grace'])
  setMember(null)
  expect(texts()).toEqual(['friend'])
})

test('what htmx writes into the browser’s storage holds the author’s text, and the member still sees theirs', async () => {
  const page = await mountPage(slide, { member: aMember() })
  let kept = ''
  document.addEventListener('htmx:beforeHistorySave', () => (kept = document.body.innerHTML), { once: true })
  document.body.dispatchEvent(new CustomEvent('htmx:beforeHistorySave', { bubbles: true }))
  expect(kept).toBe(slide)
  await page.settle()
  expect(texts()).toEqual(['Ada'])
})

test('a copied field loses the values of a member who has left, and nothing else', async () => {
  const page = await mountPage('<div id="slider"><input data-ms-member="first-name"></div>', { member: aMember() })
  const copy = copyOf('input')
  const other = copyOf('input')
  if (!(copy instanceof HTMLInputElement && other instanceof HTMLInputElement)) throw new Error('No inputs')
  copy.value = 'Ada'
  other.value = 'Typed'
  setMember(null)
  find('#slider').append(copy, other)
  await page.settle()
  expect([copy.value, other.value]).toEqual(['', 'Typed'])
})
