import { UnreadableError } from './source'

const sentences: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  ELOOP: 'is a link that leads to itself',
  ENAMETOOLONG: 'has a name that is too long',
}

/** What the file system refused, in words; anything else stays as it is. */
export function fileProblem(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  return new UnreadableError(sentences[String(error.code)] ?? `cannot be read (${String(error.code)})`)
}
