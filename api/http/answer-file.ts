import type { FileAnswer } from '../ports/handler'

/** A file to keep: no browser shows it, guesses at it, or runs anything in it. */
export function answerFile({ fileName, mediaType, content }: FileAnswer): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}
