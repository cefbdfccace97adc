import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { projectRoot } from '../support/run-process'
import type { textsIn } from './console-language'
import type { World } from './console-world'
import { expect } from './product-test'

type Texts = Awaited<ReturnType<typeof textsIn>>

interface DialogRow {
  /** The page that has it, below the app; with a leading slash, below the console. */
  at: (world: World) => string
  open: (page: Page, world: World, t: Texts) => Promise<unknown>
  /** Only on narrow screens. */
  isNarrow?: true
  /** Opens over another one. */
  isSecond?: true
}

const press = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true }).first().click()

async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await press(page, menu)
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

const fill = (page: Page, label: string, text: string) =>
  page.getByRole('dialog').getByRole('textbox', { name: label }).first().fill(text)

const member = ({ member: { id } }: World) => `members/${id}`
const plan = ({ plan: { id } }: World) => `plans/${id}`
const piece = ({ piece: { id } }: World) => `gated-content/hosted/${id}`
const at = (path: string) => () => path

/** Answers what the console reads instead of the server, for what a test server does not have. */
const answer = (page: Page, path: RegExp, data: unknown) =>
  page.route(path, (route) => route.fulfill({ json: { data } }))

const refuse = (page: Page, path: RegExp, status: number, code: string) =>
  page.route(path, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status, json: { code, message: code } }),
  )

const AT = '2026-11-23T10:00:00.000Z'

const ANA = {
  id: 'stf_ana',
  name: 'Ana Lima',
  email: 'ana@example.com',
  role: 'support',
  lastLoginAt: AT,
  hasSecondFactor: true,
  addedAt: AT,
}

/** The demo owner and a colleague who has a second factor. */
async function withColleague(page: Page): Promise<void> {
  const { person } = await page.evaluate(async () => (await (await fetch('/console/session')).json()).data)
  const own = { ...ANA, id: person.id, name: person.name, email: person.email, role: 'owner', hasSecondFactor: false }
  await answer(page, /\/admin\/staff$/, [own, ANA])
  await page.reload()
}

const ofColleague = (entry: 'changeRole' | 'remove' | 'resetFactor') => async (page: Page, _: World, t: Texts) => {
  await withColleague(page)
  await choose(page, t.team.actions({ name: ANA.name }), t.team[entry])
}

/** A member with everything that an owner can take away. */
async function withSignIn(page: Page): Promise<void> {
  await answer(page, /\/sign-in$/, {
    hasPassword: true,
    secondFactor: { isOn: true, endsAt: AT, recoveryCodesLeft: 10 },
    passkeys: [{ id: 'psk_1', name: 'Phone', rpId: 'example.com', lastUsedAt: AT, createdAt: AT }],
    devices: [{ id: 'dev_1', firstSeenAt: AT, lastSeenAt: AT }],
  })
  await page.reload()
}

async function withLiveDomain(page: Page): Promise<void> {
  const domain = { lastCallAt: AT, problem: null }
  const domains = [
    { ...domain, domain: 'club.example', isLive: true },
    { ...domain, domain: 'shop.example', isLive: false },
  ]
  await answer(page, /\/admin\/go-live$/, { isLive: true, domains, checks: [] })
  await page.reload()
}

async function withOwnStripe(page: Page): Promise<void> {
  const detail = { account: 'acct_1', webhook: 'we_1' }
  const times = { changedAt: AT, checkedAt: AT, problem: null, testMail: null }
  const subscriptions = { own: 3, elsewhere: 1 }
  await answer(page, /\/admin\/credentials$/, [
    { kind: 'stripe', from: 'app', ending: 'a1b2', detail, subscriptions, ...times },
  ])
  await page.reload()
}

async function invite(page: Page, t: Texts, dialog: string): Promise<void> {
  await press(page, t.team.invite)
  await fill(page, t.team.email, `guest-${Date.now().toString(36)}@example.com`)
  await press(page.getByRole('dialog'), dialog)
}

/** The list with one member. */
const memberInList = ({ member: { email } }: World) => `members?search=${email}`

async function selectMember(page: Page, { member: { email } }: World, t: Texts): Promise<Locator> {
  const checkbox = page.getByRole('checkbox', { name: email })
  // The table is made again when the texts of its columns arrive.
  await expect(async () => {
    if (!(await checkbox.isChecked({ timeout: 1_000 }))) await checkbox.press('Space', { timeout: 1_000 })
    await expect(checkbox).toBeChecked({ timeout: 1_000 })
  }).toPass()
  return page.getByRole('region', { name: t.members.selectionBar })
}

/** Every dialog of the console by file and component: where it is and how it opens. */
export const dialogs: Readonly<Record<string, DialogRow>> = {
  'palette Palette': { at: at('team'), open: (page) => page.keyboard.press('Control+k') },
  'app-frame NarrowHead': { at: at('team'), isNarrow: true, open: (page, _, t) => press(page, t.app.openNavigation) },
  'access ConfirmPerson': {
    at: at('team'),
    isSecond: true,
    async open(page, _, t) {
      await refuse(page, /\/admin\/invitations$/, 403, 'step-up-required')
      await invite(page, t, t.team.send)
    },
  },
  'credential-forms StripeForm': {
    at: at('credentials'),
    async open(page, _, t) {
      await refuse(page, /\/admin\/credentials\/stripe$/, 409, 'other-stripe-account')
      await page.getByLabel(t.credentials.key).fill('sk_test_other')
      await press(page, t.credentials.saveOf({ what: t.credentials.stripe }))
    },
  },
  'credential-card Actions': {
    at: at('credentials'),
    async open(page, _, t) {
      await withOwnStripe(page)
      await press(page, t.credentials.removeOf({ what: t.credentials.stripe }))
    },
  },
  'invitation-link InvitationLink': { at: at('team'), open: (page, _, t) => invite(page, t, t.team.send) },
  'team-dialogs InviteDialog': { at: at('team'), open: (page, _, t) => press(page, t.team.invite) },
  'team-dialogs RoleDialog': { at: at('team'), open: ofColleague('changeRole') },
  'team-dialogs RemoveDialog': { at: at('team'), open: ofColleague('remove') },
  'team-dialogs FactorDialog': { at: at('team'), open: ofColleague('resetFactor') },
  'team-dialogs LeaveDialog': {
    at: at('team'),
    open: (page, _, t) => choose(page, t.team.actions({ name: 'Demo Owner' }), t.team.leave),
  },
  'team-dialogs RevokeDialog': {
    at: at('team'),
    async open(page, _, t) {
      await invite(page, t, t.team.send)
      await press(page.getByRole('dialog'), t.team.done)
      await press(page, t.team.revoke)
    },
  },
  'plan-dialog NewPlanDialog': {
    at: at('plans'),
    async open(page, _, t) {
      await press(page, t.plans.addPlan)
      await page.getByText(t.plans.offerPaid, { exact: true }).click()
    },
  },
  'coupon-dialog CouponDialog': { at: at('plans'), open: (page, _, t) => press(page, t.coupons.add) },
  'coupons RemoveCouponDialog': {
    at: at('plans'),
    open: (page, { coupon }, t) => choose(page, t.coupons.actions({ name: coupon }), t.coupons.remove),
  },
  'payment-options PaymentOptions': {
    at: at('plans'),
    async open(page, _, t) {
      await page.getByRole('checkbox', { name: t.payments.automaticTax }).press('Space')
      await press(page, t.payments.review)
    },
  },
  'plan-dialog PlanDialog': {
    at: plan,
    async open(page, _, t) {
      await press(page, t.plans.editPlan)
      await page.getByText(t.plans.hasTeam, { exact: true }).click()
    },
  },
  'edit-dialog EditDialog': { at: plan, open: (page, _, t) => press(page, t.plans.editPlan) },
  'edit-dialog EditDialog 2': { at: plan, open: reviewPlan },
  'edit-dialog Review': { at: plan, open: reviewPlan },
  'price-dialog PriceDialog': {
    at: plan,
    open: (page, { plan: { price } }, t) => choose(page, t.plans.actions({ name: price }), t.plans.edit),
  },
  'plan-detail ClosePlanDialog': {
    at: plan,
    open: (page, { plan: { name } }, t) => choose(page, t.plans.actions({ name }), t.plans.close),
  },
  'plan-detail ClosePriceDialog': {
    at: plan,
    open: (page, { plan: { price } }, t) => choose(page, t.plans.actions({ name: price }), t.plans.close),
  },
  'server-apps-screen TakeRoleDialog': {
    at: at('/apps'),
    async open(page, _, t) {
      await answer(page, /\/admin\/server\/apps$/, [{ id: 'app_other', name: 'Other', owners: 1 }])
      await page.reload()
      await press(page, t.serverApps.takeOf({ name: 'Other' }))
    },
  },
  'server-apps-screen FirstOwnerDialog': {
    at: at('/apps'),
    async open(page, _, t) {
      await answer(page, /\/admin\/server\/apps$/, [{ id: 'app_other', name: 'Other', owners: 0 }])
      await page.reload()
      await press(page, t.serverApps.inviteOf({ name: 'Other' }))
    },
  },
  'group-dialogs GroupDialog': {
    at: at('gated-content'),
    open: (page, { group: { name } }, t) => choose(page, t.content.actions({ name }), t.content.edit),
  },
  'group-dialogs RemoveGroupDialog': {
    at: at('gated-content'),
    open: (page, _, t) => choose(page, t.content.actions({ name: 'Members area' }), t.content.remove),
  },
  'group-dialogs RemoveGroupDialog 2': {
    at: at('gated-content'),
    open: (page, { group: { name } }, t) => choose(page, t.content.actions({ name }), t.content.remove),
  },
  'gate-dialogs GateDialog': {
    at: at('gated-content'),
    open: (page, { group: { path } }, t) => choose(page, t.content.actions({ name: path }), t.content.edit),
  },
  'gate-dialogs RemoveGateDialog': {
    at: at('gated-content'),
    open: (page, { group: { path } }, t) => choose(page, t.content.actions({ name: path }), t.content.remove),
  },
  'hosted-content AddDialog': { at: at('gated-content'), open: (page, _, t) => press(page, t.hosted.add) },
  'rich-editor LinkDialog': { at: piece, open: (page, _, t) => press(page, t.hosted.link) },
  'piece-dialogs HistoryDialog': {
    at: piece,
    async open(page, _, t) {
      await choose(page, t.hosted.actions, t.hosted.history)
      await page.getByRole('dialog').getByRole('radio').last().press('Space')
      await page.locator('.version-text').waitFor()
    },
  },
  'piece-dialogs DiscardDialog': { at: piece, open: (page, _, t) => choose(page, t.hosted.actions, t.hosted.discard) },
  'piece-dialogs RemoveDialog': { at: piece, open: (page, _, t) => choose(page, t.hosted.actions, t.hosted.remove) },
  'field-dialogs FieldDialog': {
    at: at('profile'),
    open: (page, { field: { label } }, t) => choose(page, t.fields.actions({ name: label }), t.fields.edit),
  },
  'field-dialogs RemoveFieldDialog': {
    at: at('profile'),
    open: (page, { field: { label } }, t) => choose(page, t.fields.actions({ name: label }), t.fields.remove),
  },
  'filter-dialog FilterDialog': { at: at('members'), open: (page, _, t) => press(page, t.members.filters) },
  'filter-bar ColumnsDialog': { at: at('members'), open: (page, _, t) => press(page, t.members.columns) },
  'bulk-dialog DeleteDialog': {
    at: memberInList,
    open: async (page, world, t) => press(await selectMember(page, world, t), t.members.remove),
  },
  'bulk-dialog ExportDialog': {
    at: memberInList,
    open: async (page, world, t) => press(await selectMember(page, world, t), t.members.exportCsv),
  },
  'bulk-dialog ChangeDialog': {
    at: memberInList,
    async open(page, world, t) {
      await selectMember(page, world, t)
      await choose(page, t.members.acts, t.members.setField)
    },
  },
  'job-card ReverseDialog': { at: at('members/jobs'), open: (page, _, t) => press(page, t.members.reverse) },
  'member-plans AddDialog': { at: member, open: (page, _, t) => press(page, t.member.addPlan) },
  'member-plans RemoveDialog': { at: member, open: (page, _, t) => press(page, t.member.removePlan({ plan: 'Free' })) },
  'member-sessions EndButton': { at: member, open: (page, _, t) => press(page, t.member.endAll) },
  'member-sign-in SecondFactor': {
    at: member,
    async open(page, _, t) {
      await withSignIn(page)
      await press(page, t.member.turnOff)
    },
  },
  'member-sign-in Passkey': {
    at: member,
    async open(page, _, t) {
      await withSignIn(page)
      await press(page, t.member.removePasskey({ name: 'Phone' }))
    },
  },
  'member-sign-in Devices': {
    at: member,
    async open(page, _, t) {
      await withSignIn(page)
      await press(page, t.member.forget)
    },
  },
  'confirm-button ConfirmButton': { at: member, open: (page, _, t) => press(page, t.member.endAll) },
  'member-notes RemoveDialog': {
    at: member,
    open: (page) => page.locator('.member-note').getByRole('button').first().click(),
  },
  'member-detail SuspendDialog': { at: member, open: (page, _, t) => choose(page, t.member.more, t.member.suspend) },
  'member-detail RemoveDialog': { at: member, open: (page, _, t) => choose(page, t.member.more, t.member.remove) },
  'live-domains GoDialog': {
    at: at('go-live'),
    async open(page, _, t) {
      await withLiveDomain(page)
      await page.getByText('shop.example').click()
      await page.getByText('club.example').last().click()
      await press(page, t.goLive.saveDomains)
    },
  },
  'live-domains EndDialog': {
    at: at('go-live'),
    async open(page, _, t) {
      await withLiveDomain(page)
      await press(page, t.goLive.endLive)
    },
  },
}

async function reviewPlan(page: Page, { plan: { name } }: World, t: Texts): Promise<void> {
  await press(page, t.plans.editPlan)
  await fill(page, t.plans.name, `${name} changed`)
  await press(page.getByRole('dialog'), t.edit.review)
}

const consoleFolder = join(projectRoot, 'console')
const DIALOG = /<(?:Dialog|FormDialog|ConfirmDialog|EditDialog|Review|ConfirmButton|ModalOverlay)\b/
const COMPONENT = /^(?:export )?(?:default )?(?:function|const) ([A-Z]\w*)/

/** Dialogs in the code, as the table names them: file, component and, from the second on in one component, its number. */
export function dialogsInCode(): string[] {
  const files = readdirSync(consoleFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  // What all of them are made of.
  return files
    .filter((file) => file !== join('ui', 'dialog.tsx'))
    .flatMap((file) => {
      const found: string[] = []
      let component = ''
      for (const line of readFileSync(join(consoleFolder, file), 'utf8').split('\n')) {
        component = COMPONENT.exec(line)?.[1] ?? component
        if (!DIALOG.test(line)) continue
        const name = `${basename(file, '.tsx')} ${component}`
        const before = found.filter((one) => one === name || one.startsWith(`${name} `)).length
        found.push(before === 0 ? name : `${name} ${before + 1}`)
      }
      return found
    })
}

/** Presses the button that closes a dialog and does nothing else, and waits until another dialog shows, or none. */
export async function closeDialog(page: Page, dialog: Locator, t: Texts): Promise<void> {
  const titles = () =>
    page
      .locator('[role="dialog"], [role="alertdialog"]')
      .evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.querySelector('h2')?.textContent))
  const before = await titles()
  const names = [t.ui.cancel, t.ui.close, t.edit.back, t.team.done, t.hosted.toEditor, t.app.closeNavigation]
  const buttons = names.map((name) => dialog.getByRole('button', { name, exact: true }))
  await buttons
    .reduce((all, one) => all.or(one))
    .first()
    .click({ timeout: 5_000 })
  await expect.poll(titles).not.toEqual(before)
}

/** Opens a dialog. @param base of the page: `…/console/apps/app_demo` */
export async function openDialog(
  page: Page,
  row: DialogRow,
  world: World,
  { base, t }: { base: string; t: Texts },
): Promise<Locator> {
  const path = row.at(world)
  await page.setViewportSize({ width: row.isNarrow ? 360 : 1280, height: 800 })
  await page.goto(path.startsWith('/') ? new URL(base).origin + '/console' + path : `${base}/${path}`)
  await page.locator('#content h1').waitFor()
  await row.open(page, world, t)
  const dialog = page.locator('[role="dialog"], [role="alertdialog"]')
  await dialog.nth(row.isSecond ? 1 : 0).waitFor()
  return dialog.last()
}
