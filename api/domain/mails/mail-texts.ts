import type { AppDefinition } from '../app-definition'

/**
 * The sentences of one mail, by key: the owner's (`mail.texts` under `<mail>.<key>`) where there is one, else ours.
 * `{app}` and the other names in braces are filled in.
 *
 * @param mail the mail's name, as in `reset-password.subject`
 */
export function mailTexts<Key extends string>(
  app: AppDefinition,
  mail: string,
  defaults: Readonly<Record<Key, string>>,
  values: Readonly<Record<string, string | number>>,
): (key: Key) => string {
  const filled = { app: app.name, ...values }
  return (key) => fill(app.mail.texts[`${mail}.${key}`] ?? defaults[key], filled)
}

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{([a-z]+)\}/gu, (whole, name: string) => String(values[name] ?? whole))
}
