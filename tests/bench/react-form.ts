import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** The fields of the login form in bare React: the baseline of the widget. */
function ReactForm() {
  const email = createElement('input', { type: 'email', name: 'email', autoFocus: true })
  return createElement(
    'form',
    { method: 'post' },
    createElement('label', null, 'Email address', email),
    createElement('label', null, 'Password', createElement('input', { type: 'password', name: 'password' })),
    createElement('button', { type: 'submit' }, 'Log in'),
  )
}

export function showReactForm(): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(createElement(ReactForm))
}
