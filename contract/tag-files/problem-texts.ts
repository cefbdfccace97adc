import type { FileProblem } from './read'

const BY_ID = 'Scan its code or type its ID.'

/** Why nothing in a file can be checked, and what to do. The same on the page, in the terminal and in the API. */
export const problemTexts: Readonly<Record<FileProblem, string>> = {
  unreadable:
    'This is not a TrustTag file. Choose the certificate (.pdf or .txt), the badge (.png or .svg), the TrustTag file (.json) or the archive (.zip).',
  'too-large': 'This file is larger than any TrustTag file, so it was not read.',
  'no-credential-inside': `This image contains no TrustTag. Screenshots and copied images lose it. ${BY_ID} Or ask for the original file.`,
  'no-attachment': `This PDF contains no TrustTag. Printed and scanned copies lose it. ${BY_ID} Or ask for the original file.`,
  locked: `This file is locked with a password, so it can’t be read. ${BY_ID} Or ask for the original file.`,
  'damaged-archive': 'This archive is damaged or incomplete. Get the file again.',
  'archive-too-large':
    'This archive is larger than any TrustTag archive: more than 50 files, or more than 20 MB. Unpack it and check one TrustTag at a time.',
  'proof-alone': 'This is only the proof of a log entry. Choose it together with its TrustTag file.',
}
