/** Ends of lines, as a reader sees them. */
const LINE_ENDS: ReadonlySet<string> = new Set(['br', 'p', 'li', 'pre', 'blockquote'])

/**
 * The words of sanitized HTML, without building a tree: it takes as long as the text is long, however it is nested.
 * The result is text; escape it before it becomes HTML again.
 */
export async function textOfHtml(html: string): Promise<string> {
  const { Tokenizer } = await import('parse5')
  const parts: string[] = []
  const addText = ({ chars }: { chars: string }): void => void parts.push(chars)
  const endLine = ({ tagName }: { tagName: string }): void => {
    if (LINE_ENDS.has(tagName)) parts.push('\n')
  }
  const ignore = (): void => {}
  const tokenizer = new Tokenizer(
    {},
    {
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: ignore,
      onStartTag: (tag) => (tag.tagName === 'br' ? endLine(tag) : undefined),
      onEndTag: endLine,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
    },
  )
  tokenizer.write(html, true)
  return parts.join('').trim()
}
