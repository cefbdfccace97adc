const PATIENCE_MS = 10_000

/**
 * The open modal as a person uses it.
 * @param {{ api: string, textOf: (key: string) => string }} page
 */
export function createUi({ api, textOf }) {
  const find = (selector) => until(() => dialog()?.querySelector(selector))
  const ui = {
    /** Waits until the screen has taken the focus. */
    arrived: () => until(() => dialog()?.querySelector(':focus')).then(() => frames(5)),
    network: (kind) => void (window.galleryNetwork = kind),
    /** @param {string} name of the field */
    fill: async (name, value) => type(await find(`[name="${name}"]`), value),
    fillCode: async (digits) => {
      await find('input[autocomplete=one-time-code]')
      for (const [index, digit] of [...digits].entries()) type(codeBoxes()[index], digit)
    },
    submit: async () => (await find('form button[type=submit]')).click(),
    /** @param {string} key of the text on it */
    button: (key) => {
      const isIt = (one) => [one.textContent?.trim(), one.getAttribute('aria-label')].includes(textOf(key))
      return until(() => [...(dialog()?.querySelectorAll('button, a') ?? [])].find(isIt))
    },
    click: async (key) => (await ui.button(key)).click(),
    clickProvider: async () => (await find('.social button')).click(),
    windows: (kind) => void (window.open = kind === 'blocked' ? () => null : () => emptyWindow),
    refuses: (path, status, body) => window.galleryRefuses(path, status, body),
    /** This email address is taken. */
    signUpSomebody: (email) =>
      fetch(`${api}/auth/signup`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-APP-ID': 'app_demo' },
        body: JSON.stringify({ email, password: 'a-good-password' }),
      }),
    /** Until what was done shows: an answer has come, or the wait for one has begun. */
    settled: async () => {
      await find('h2')
      if (window.galleryNetwork === 'slow') return frames(2)
      return until(() => !dialog()?.querySelector('[aria-busy=true], [part=loading]')).then(() => frames(2))
    },
  }
  return ui
}

/** As much of a window as its opener uses. */
const emptyWindow = { closed: false, focus() {}, close() {}, location: { replace() {} } }

const dialog = () =>
  document.querySelector('ms-modal-host')?.shadowRoot?.querySelector('[data-open]') ??
  document.querySelector('dialog[open]')

/** All six in their order: the first of them takes a whole code where the browser fills one in. */
const codeBoxes = () => [...(dialog()?.querySelectorAll('input[inputmode=numeric]') ?? [])]

function type(input, value) {
  // The setter of the element itself: a framework that watches the property is not to notice before the event.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value)
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: value }))
}

async function until(look) {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const found = look()
    if (found) return found
    if (Date.now() > deadline) throw new Error('The modal does not show what this state needs.')
    await frames(1)
  }
}

async function frames(count) {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame)
}
