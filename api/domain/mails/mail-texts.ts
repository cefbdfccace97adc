import type { AppDefinition } from '../app-definition'

/**
 * The sentences of one mail: the owner's (`mail.texts` under `<mail>.<key>`) where there is one, else ours. `{app}` and
 * the other names in braces are filled in.
 *
 * @param mail the mail's name, as in `reset-password.subject`
 */
export function mailTexts<Key extends string>(
  app: AppDefinition,
  mail: string,
  defaults: Readonly<Record<Key, string>>,
  values: Readonly<Record<string, string | number>>,
): Record<Key, string> {
  const filled = { app: app.name, ...values }
  const entries = Object.entries<string>(defaults).map(([key, text]) => [
    key,
    fill(app.mail.texts[`${mail}.${key}`] ?? text, filled),
  ])
  return Object.fromEntries(entries) as Record<Key, string>
}

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{([a-z]+)\}/gu, (whole, name: string) => String(values[name] ?? whole))
}
