import { accounts } from './accounts.js'
import { apps } from './apps.js'
import { sites } from './sites.js'
import { screens } from './states.js'
import { textsOf } from './texts.js'
import { createUi } from './ui.js'

const query = new URLSearchParams(location.search)
const client = window.$memberstackDom
const api = new URL(document.querySelector('script[data-memberstack-app]').src).origin
const ended = document.getElementById('ended')

const screen = screens[query.get('screen') ?? 'login']
const state = screen?.states[query.get('state') ?? 'empty']
const branding = sites[query.get('site')]
const app = { ...apps[state?.app ?? 'demo'], ...(branding && { branding }) }
window.setGalleryScene({ app, ...accounts[state?.account ?? screen?.account ?? 'bare'] })

/** Tells who waits for it, such as a test, how far the page is: `working`, `ready` or `failed`. */
const report = (progress) => void (document.documentElement.dataset.gallery = progress)

async function show() {
  report('working')
  const { translations, textOf } = await textsOf(query.get('look'), api)
  if (screen.member || state.member) await logIn()
  const answers = Object.entries(state.answers ?? screen.answers ?? {})
  for (const [path, data] of answers) window.galleryRefuses(path, 200, { data })
  const params = { ...screen.params, ...state.params, ...(translations && { translations }) }
  ended.textContent = ''
  client.openModal(screen.name, params).then(
    (result) => (ended.textContent = `It ended with ${result.type}.`),
    (error) => (ended.textContent = `It failed: ${error.message}`),
  )
  const ui = createUi({ api, textOf })
  if (state.steps) {
    await ui.arrived()
    await state.steps(ui)
  }
  await ui.settled()
  report('ready')
}

/** The profile needs a member: without one, a test member signs up. */
async function logIn() {
  if (client.getMemberCookie()) return
  window.galleryNetwork = 'up'
  const email = `gallery-${Date.now()}@example.com`
  const customFields = { 'first-name': 'Ada', 'last-name': 'Lovelace' }
  await client.signupMemberEmailPassword({ email, password: 'a-good-password', customFields })
  if (!query.has('network')) return
  location.reload()
  await new Promise(() => {})
}

function showOrSay() {
  show().catch((error) => {
    report('failed')
    ended.textContent = error.message
  })
}

document.getElementById('again').addEventListener('click', showOrSay)
if (!state) ended.textContent = 'Unknown screen or state. See the list for all of them.'
else if (query.has('screen')) showOrSay()
