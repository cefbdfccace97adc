import { addressOf, looks, screens } from './states.js'

/** @param {string} tag @param {(Node | string)[]} children */
function element(tag, ...children) {
  const made = document.createElement(tag)
  made.append(...children)
  return made
}

function link(screen, state, look) {
  const made = element('a', looks[look])
  made.href = addressOf(screen, state, look)
  made.setAttribute('aria-label', `${screens[screen].heading}, ${words(state)}, ${looks[look]}`)
  return made
}

const words = (name) => name.replaceAll('-', ' ')

const sections = Object.entries(screens).map(([screen, { heading, states }]) => {
  const rows = Object.keys(states).map((state) => {
    const links = Object.keys(looks).flatMap((look) => [' · ', link(screen, state, look)])
    return element('li', element('strong', words(state)), ...links)
  })
  const section = element('section', element('h2', heading), element('ul', ...rows))
  section.className = 'card'
  return section
})
document.getElementById('list').replaceChildren(...sections)
