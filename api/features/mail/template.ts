import type { AppDefinition } from '../apps/definition'
import type { Mail } from './mailers'

export type MailContent = Pick<Mail, 'subject' | 'text' | 'html'>

/** A part of a mail. Text and HTML are made from the same blocks, so they cannot differ. */
type MailBlock = { paragraph: string } | { code: string } | { link: string; label: string }

/**
 * Makes a mail as text and as HTML. A code has a line of its own, so that people and programs find it. The HTML sets both
 * colors of each pair and has a dark scheme.
 */
export function mailContent(subject: string, blocks: readonly MailBlock[]): MailContent {
  return {
    subject,
    text: `${blocks.map(toText).join('\n\n')}\n`,
    html: toDocument(subject, blocks.map(toHtml).join('\n')),
  }
}

function toText(block: MailBlock): string {
  if ('paragraph' in block) return block.paragraph
  return 'code' in block ? block.code : `${block.label}:\n${block.link}`
}

function toHtml(block: MailBlock): string {
  if ('paragraph' in block) return `<p>${escapeHtml(block.paragraph)}</p>`
  if ('code' in block) return `<p class="code"><strong>${escapeHtml(block.code)}</strong></p>`
  const address = escapeHtml(block.link)
  return `<p><a class="button" href="${address}">${escapeHtml(block.label)}</a></p>\n<p class="address">${address}</p>`
}

function toDocument(subject: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}</style>
</head>
<body>
${body}
</body>
</html>
`
}

const styles = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 24px; max-width: 32rem; background: #ffffff; color: #1a1f29;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
.code { font-size: 32px; letter-spacing: 0.2em; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #1d4ed8; color: #ffffff;
  font-weight: 600; text-decoration: none; }
.address { font-size: 13px; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { body { background: #14181f; color: #eef1f6; } }
`

/**
 * Finds the sentences of a mail: the owner's (`mail.texts`, under `<mail>.<key>`) or ours. Fills in `{app}` and `values`.
 * @param mail name of the mail, such as `reset-password`
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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for element content and quoted attributes. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? character)
}
