// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { InspectorItem } from '../../../../widget/inspector/store'
import { anItem, helpOf, type SidebarStage, sidebarStage } from './sidebar-stage'

let stage: SidebarStage
afterEach(() => stage.leave())

const row = (): HTMLElement => stage.find('li .row')
const open = (): Promise<void> => stage.change(() => row().click())

/** The sidebar with one item in it. */
async function listing(changes: Partial<InspectorItem> = {}, entries = [helpOf('misplaced-form-attribute')]) {
  stage = await sidebarStage(entries)
  await stage.change(() => stage.store.inspectorData.set([anItem(changes)]))
}

describe('an item', () => {
  it('says what is wrong before it is opened, and marks our own checks', async () => {
    await listing({ message: 'It is on a <div>.', own: true })
    expect(row().textContent).toBe('Form attribute on another elementextra checkIt is on a <div>.')
    expect(row().getAttribute('aria-expanded')).toBe('false')
  })

  it('opens and closes', async () => {
    await listing()
    await open()
    expect(row().getAttribute('aria-expanded')).toBe('true')
    expect(stage.text()).toContain('About misplaced-form-attribute.')
    expect(stage.find('code').textContent).toBe('data-ms-form')
    await open()
    expect(row().getAttribute('aria-expanded')).toBe('false')
    expect(stage.text()).not.toContain('About')
  })

  it('leads to its element when it is opened, and not when it is closed', async () => {
    const element = document.createElement('p')
    await listing({ elements: [element] })
    await open()
    await open()
    expect(stage.reveal.mock.calls).toEqual([[element]])
    await open()
    await stage.click('Show on page')
    expect(stage.reveal).toHaveBeenCalledTimes(3)
  })

  it('steps through its elements and begins again', async () => {
    const elements = [document.createElement('p'), document.createElement('i')]
    await listing({ elements })
    await open()
    await stage.click('Show next of 2')
    await stage.click('Show next of 2')
    expect(stage.reveal.mock.calls.flat()).toEqual([elements[0], elements[1], elements[0]])
  })

  it('without an element it scrolls nowhere', async () => {
    await listing()
    await open()
    expect(stage.reveal).not.toHaveBeenCalled()
    expect(stage.text()).not.toContain('Show')
  })

  it('stays open while the list around it changes', async () => {
    await listing()
    await open()
    await stage.change(() => stage.store.inspectorData.set([anItem({ id: 'first', title: 'First' }), anItem()]))
    const rows = [...stage.root.querySelectorAll('li > div > div > .row, li > div > .row')]
    expect(rows.map((one) => one.getAttribute('aria-expanded'))).toEqual(['false', 'true'])
  })

  it('of the cart shows what waits', async () => {
    const cart = { plans: ['pln_free'], price: 'prc_pro-monthly', coupon: 'HALF', swapsPlans: false, swapsPrice: true }
    await listing({ type: 'cart', id: 'ready-for-checkout' })
    await stage.change(() => stage.store.cartData.set(cart))
    await open()
    expect([...stage.root.querySelectorAll('.value')].map((one) => one.textContent)).toEqual([
      'Priceprc_pro-monthly',
      'Planpln_free',
      'CouponHALF',
      'Replaces other plansYes',
    ])
  })
})

describe('its help', () => {
  it('has a list of help items that open and close, and leads to the documentation', async () => {
    await listing()
    await open()
    expect(stage.find('h4').textContent).toBe('Need help?')
    expect(stage.text()).not.toContain('Like this.')
    await stage.click('How is it mended?')
    expect(stage.text()).toContain('Like this.')
    await stage.click('How is it mended?')
    expect(stage.text()).not.toContain('Like this.')
    const link = stage.control('Documentation')
    expect(link.getAttribute('href')).toBe('https://api.test/docs/inspector#misplaced-form-attribute')
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
  })

  it('says so without help', async () => {
    await listing({}, [helpOf('another')])
    await open()
    expect(stage.text()).toContain('No help for this item yet.')
  })

  it.each([
    ['cannot be had', async () => new Response('', { status: 503 })],
    ['makes no sense', async () => Response.json({ error: 'none' })],
  ])('that %s says so, and can be asked for again', async (_, answer) => {
    stage = await sidebarStage([], answer)
    await stage.change(() => stage.store.inspectorData.set([anItem()]))
    await open()
    expect(stage.text()).toContain('Form attribute on another element')
    expect(stage.text()).toContain('Loading failed.')
    stage.answerHelp.mockResolvedValue(Response.json([helpOf('misplaced-form-attribute')]))
    await stage.click('Try again')
    expect(stage.text()).toContain('About misplaced-form-attribute.')
  })
})
