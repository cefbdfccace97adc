import { html } from 'hono/html'
import type { Html } from './layout'

/** Says whose password a form is about, to people and to password managers (they look for a field, not for a text). */
export function accountField(email: string): Html {
  return html`<div class="field">
    <label for="account">Email</label>
    <input id="account" name="username" type="email" autocomplete="username" value="${email}" readonly />
  </div>`
}
