import { attributes } from '../../widget/attributes'

/** The library whose attributes a page has. */
export type AttributeOwner = 'ours' | 'alpine'

const BLOCKS = 10
const TEXTS = 60
const GATED = 25
const BUTTONS = 5
const ARTICLES = 29

/** Conditions on a member without plans and with an unverified email address, and whether they are true. */
const conditions = [
  { ours: 'members', alpine: 'member', holds: true },
  { ours: '!members', alpine: '!member', holds: false },
  { ours: 'no-plans', alpine: '!plans.length', holds: true },
  { ours: 'verified', alpine: 'member.verified', holds: false },
  { ours: 'has-password', alpine: 'member.hasPassword', holds: true },
  { ours: 'paid-plans', alpine: 'plans.includes("paid")', holds: false },
  { ours: '!is-trialing', alpine: '!member.trialing', holds: true },
  { ours: 'is-admin', alpine: 'member.admin', holds: false },
] as const

const fields = ['first-name', 'last-name', 'company', 'email'] as const

/** What the directives must have done for a member who has just signed up. */
export const attributePage = {
  firstName: 'Ada',
  texts: BLOCKS * TEXTS,
  shown: BLOCKS * range(GATED).filter((index) => condition(index).holds).length,
  filled: BLOCKS * fields.length,
} as const

/**
 * A page's body: 10,000 elements, and on 1,000 of them one directive each: 600 texts, 250 conditions, 10 forms with 4
 * fields, 50 buttons that open a modal and 50 with an action. The pages of both owners differ in these attributes only.
 */
export function attributeMarkup(owner: AttributeOwner): string {
  const write = writers[owner]
  const blocks = range(BLOCKS).map(() => block(write))
  return `<main${write.root}>${blocks.join('')}</main>`
}

interface Writer {
  root: string
  text: string
  gated: (index: number) => string
  form: string
  field: (name: (typeof fields)[number]) => string
  opens: string
  acts: string
}

const attribute = (name: string, value: string): string => ` ${name}='${value}'`

const writers: Readonly<Record<AttributeOwner, Writer>> = {
  ours: {
    root: '',
    text: attribute(attributes.member, 'first-name'),
    gated: (index) => attribute(attributes.content, condition(index).ours),
    form: attribute(attributes.form, 'profile'),
    field: (name) => attribute(attributes.member, name),
    opens: attribute(attributes.modal, 'login'),
    acts: attribute(attributes.action, 'logout'),
  },
  alpine: {
    // Alpine needs at least one for the whole page.
    root: attribute('x-data', 'page'),
    text: attribute('x-text', 'member.first_name'),
    gated: (index) => attribute('x-show', condition(index).alpine),
    form: attribute('x-on:submit.prevent', 'save()'),
    field: (name) => attribute('x-model', `member.${name.replace('-', '_')}`),
    opens: attribute('x-on:click.prevent', 'open("login")'),
    acts: attribute('x-on:click.prevent', 'logout()'),
  },
}

function block(write: Writer): string {
  const form = fields.map((name) => `<label>${name}<input${write.field(name)}></label>`).join('')
  const pieces = [
    ...range(TEXTS).map(() => `<span class="text"${write.text}>friend</span>`),
    ...range(GATED).map((index) => `<div class="gated"${write.gated(index)}><p>For some</p></div>`),
    `<form${write.form}>${form}</form>`,
    ...range(BUTTONS).map(() => `<button${write.opens}>Log in</button>`),
    ...range(BUTTONS).map(() => `<button${write.acts}>Log out</button>`),
  ]
  const items = range(9).map(() => '<li><a href="#">Link</a><em>word</em></li>')
  const articles = range(ARTICLES).map((article) => {
    const own = pieces.filter((_, index) => index % ARTICLES === article)
    return `<article><h2>Title</h2><ul>${items.join('')}</ul>${own.join('')}</article>`
  })
  return `<section>${articles.join('')}</section>`
}

function condition(index: number): (typeof conditions)[number] {
  const found = conditions[index % conditions.length]
  if (!found) throw new Error(`There is no condition ${index}.`)
  return found
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}
