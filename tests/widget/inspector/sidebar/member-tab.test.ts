// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Member } from '../../../../contract/entities'
import { aMember } from '../../../support/a-member'
import { aMemberAuth } from '../../../support/fake-client'
import { aFreePlan, aPaidPlan } from '../../../support/a-plan-connection'
import { type SidebarStage, sidebarStage } from './sidebar-stage'

let stage: SidebarStage
afterEach(() => stage.leave())

/** The Member tab for a member, or a visitor. */
async function open(member: Member | null): Promise<void> {
  stage = await sidebarStage()
  await stage.change(() => stage.store.memberData.set(member))
  await stage.click('Member')
}

const values = (): string[] => [...stage.root.querySelectorAll('.value')].map((one) => one.textContent ?? '')
const section = (title: string): HTMLElement => {
  const found = [...stage.root.querySelectorAll('section')].find(
    (one) => one.querySelector('h2')?.textContent === title,
  )
  if (!found) throw new Error(`There is no section ${title}.`)
  return found
}

describe('the Member tab of a visitor', () => {
  it('says “Logged Out” and shows no member', async () => {
    await open(null)
    expect(stage.find('.status').textContent).toBe('Logged Out')
    expect(stage.root.querySelectorAll('section')).toHaveLength(0)
    expect(stage.client.getMemberJSON).not.toHaveBeenCalled()
  })

  it('logs in with the modal, hides it and reads the member again', async () => {
    await open(null)
    stage.client.modalResult.mockResolvedValue({ type: 'LOGIN', data: aMemberAuth() })
    stage.client.getCurrentMember.mockImplementation(async () => {
      stage.store.memberData.set(aMember())
      return { data: aMember() }
    })
    await stage.click('Login')
    expect(stage.client.modalResult.mock.calls).toEqual([['LOGIN']])
    expect(stage.client.hideModal).toHaveBeenCalledOnce()
    expect(stage.find('.status').textContent).toBe('Logged In')
    expect(stage.text()).toContain('ada@example.com')
  })

  it('reads no member when the modal is closed, and opens it once at a time', async () => {
    await open(null)
    let end = (): void => {}
    stage.client.modalResult.mockReturnValue(new Promise((resolve) => (end = () => resolve({ type: 'CLOSED' }))))
    await stage.click('Login')
    await stage.click('Login')
    expect(stage.client.modalResult).toHaveBeenCalledOnce()
    await stage.change(() => end())
    expect(stage.client.getCurrentMember).not.toHaveBeenCalled()
    await stage.click('Login')
    expect(stage.client.modalResult).toHaveBeenCalledTimes(2)
  })

  it('says what went wrong with a login', async () => {
    await open(null)
    stage.client.modalResult.mockRejectedValue({ message: 'Too many tries.' })
    await stage.click('Login')
    expect(stage.find('[role=alert]').textContent).toBe('Too many tries.')
  })
})

describe('the Member tab of a member', () => {
  it('shows ID, email, day of joining and whether verified', async () => {
    await open(aMember({ customFields: {} }))
    expect(values().slice(0, 4)).toEqual(['IDmem_sb_ada', 'Emailada@example.com', 'CreatedMar 5, 2026', 'VerifiedNo'])
    await stage.change(() => stage.store.memberData.set(aMember({ verified: true })))
    expect(values()).toContain('VerifiedYes')
  })

  it('shows the custom fields that are filled in', async () => {
    await open(
      aMember({ customFields: { 'first-name': 'Ada', company: '', about: null, years: 0, newsletter: false } }),
    )
    expect([...section('Custom Fields').querySelectorAll('.value')].map((one) => one.textContent)).toEqual([
      'first-nameAda',
      'years0',
      'newsletterNo',
    ])
  })

  it('shows the customer ID and one row for each plan, which opens', async () => {
    await open(aMember({ stripeCustomerId: 'cus_1', planConnections: [aFreePlan(), aPaidPlan()] }))
    const plans = section('Plans')
    expect(plans.querySelector('.value')?.textContent).toBe('Customer IDcus_1')
    const rows = [...plans.querySelectorAll<HTMLElement>('.row')]
    expect(rows.map((row) => row.querySelector('b')?.textContent)).toEqual(['Free', 'Pro'])
    await stage.change(() => rows[1]?.click())
    expect([...plans.querySelectorAll('.card .value')].map((one) => one.textContent)).toEqual([
      'Plan IDpln_pro',
      'TypeSUBSCRIPTION',
      'Price IDprc_pro-monthly',
      'Connection IDcon_pro',
    ])
  })

  it('shows metadata, and all of the member as it is', async () => {
    const member = aMember({ metaData: { source: 'fair', tags: ['a'] } })
    await open(member)
    expect([...section('Metadata').querySelectorAll('.value')].map((one) => one.textContent)).toEqual([
      'sourcefair',
      'tags["a"]',
    ])
    expect(JSON.parse(section('Raw Member Data').querySelector('pre')?.textContent ?? '')).toEqual(member)
  })

  it('asks for the member JSON when it opens, and again after a failure', async () => {
    stage = await sidebarStage()
    stage.client.getMemberJSON.mockRejectedValueOnce(new Error('down'))
    await stage.change(() => stage.store.memberData.set(aMember()))
    expect(stage.client.getMemberJSON).not.toHaveBeenCalled()
    await stage.click('Member')
    expect(section('Member JSON').textContent).toContain('Loading failed.')
    stage.client.getMemberJSON.mockResolvedValue({ data: { level: 3 } })
    await stage.click('Try again')
    expect(JSON.parse(section('Member JSON').querySelector('pre')?.textContent ?? '')).toEqual({ level: 3 })
    await stage.click('App')
    await stage.click('Member')
    expect(stage.client.getMemberJSON).toHaveBeenCalledTimes(3)
  })

  it('logs out, then reloads the page', async () => {
    await open(aMember())
    const order: string[] = []
    stage.client.logout.mockImplementation(async () => {
      order.push('logout')
      return { data: { redirect: null } }
    })
    vi.spyOn(window.location, 'reload').mockImplementation(() => void order.push('reload'))
    await stage.click('Logout')
    expect(order).toEqual(['logout', 'reload'])
  })

  it('stays where it is when the logout fails', async () => {
    await open(aMember())
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    stage.client.logout.mockRejectedValue({ message: 'No connection.' })
    await stage.click('Logout')
    expect(reload).not.toHaveBeenCalled()
    expect(stage.find('[role=alert]').textContent).toBe('No connection.')
  })
})
