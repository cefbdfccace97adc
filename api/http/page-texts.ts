import { html } from 'hono/html'
import { fillText, type Placeholder } from '../lib/text'
import type { Html } from './page-kit'

type Table = Readonly<Record<string, string>>

/** Nothing for a text without placeholders. */
type Values<Text, Value> = [Placeholder<Text>] extends [never] ? [] : [values: Record<Placeholder<Text>, Value>]

interface PageTexts<Texts extends Table> {
  text: <Key extends keyof Texts>(key: Key, ...values: Values<Texts[Key], string | number>) => string
  /** Like `text`, with markup for values: `{email}` can be bold. */
  markup: <Key extends keyof Texts>(key: Key, ...values: Values<Texts[Key], string | Html>) => Html
}

/** Finds the texts of hosted pages by key, with the placeholders of each text as its parameters. */
export function pageTexts<const Texts extends Table>(texts: Texts): PageTexts<Texts> {
  return {
    text: (key, ...[values]) => fillText(texts[key] ?? '', values ?? {}),
    markup: (key, ...[values]) => fillMarkup(texts[key] ?? '', values ?? {}),
  }
}

function fillMarkup(text: string, values: Readonly<Record<string, string | Html>>): Html {
  // Every second part is the name of a placeholder.
  const parts = text.split(/\{([a-z]+)\}/iu).map((part, index) => (index % 2 === 0 ? part : (values[part] ?? '')))
  return html`${parts}`
}

/** Every hosted page. */
export const { text } = pageTexts({
  failedTitle: 'Something went wrong',
  refusedTitle: 'This did not work',
})
