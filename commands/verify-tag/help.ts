/** `npm run verify-tag -- --help` */
export const help = `npm run verify-tag -- [options] <file>

Checks a TrustTag: its signature, who signed it, its place in the public log, its dates, and whether it was revoked.
The file is its credential (.json), a badge picture with the credential in it (.png, .svg), or a wallet file.

The proof of the log is looked for beside the file (.tlog-proof), then at the issuer. So is the revocation
list. Whom to believe is asked at the address of the issuer that the file names, unless you say it: an issuer's own
keys show that the issuer signed, not who it is.

Options
  --issuer <host>   believe this issuer and no other, such as trusttag.example
  --trust <file>    believe whom this file names, a copy of an issuer's /trusttag/trust.json, and ask no issuer for keys
  --proof <file>    the proof of the log
  --status <file>   the revocation list with its proof, as it was fetched from the log: status/<number>.json
  --offline         ask nobody; needs --trust
  --now <time>      check as of this time, such as 2026-11-21T09:00:00Z
  --accept-test     a Test TrustTag or a sample counts as valid too; it proves nothing about anybody
  --json            for programs
  --help

In a program's output, run it with npm run --silent.
Exit code: 0 valid, 1 not valid or not known to be, 2 asked wrongly or something could not be read.`
