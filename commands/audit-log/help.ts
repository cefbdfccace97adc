/** `npm run audit-log -- --help` */
export const help = `npm run audit-log -- <address of the log> [options]
npm run audit-log -- --from <folder> [options]

Reads a whole public log, as https://trusttag.example/trusttag/log, makes every hash anew from its entries, and says
whether they are what the log signed: nothing changed, nothing taken out, nothing twice, and no revocation taken back. It
trusts nothing but keys.

  --state <file>     remembers what it saw, and says next time whether the log has only grown since. Keep this file:
                     without it, and without witnesses, a log that was written anew from its start looks like any other
  --witness <url>    compares with what a witness saw, at its monitoring address; may be given several times
  --key <key>        a key that you know to be the log's, or a witness's, as \`vkeys\` has it; may be given several times.
                     Else those that it used last time, else those that the log itself names
  --from <folder>    a copy of a log in files: checkpoint, vkeys, tile/0/000, status/1.changes and so on
  --save <folder>    keeps such a copy of everything that is read
  --json             for programs
  --help

What it may say is wrong
  SIGNATURE  the newest checkpoint is not signed by a key of the log
  KEYS       it is signed by a key that the log names, but that is new to you
  ROLLBACK   the log is shorter than it was
  FORK       the log signed two different trees of one size
  REWRITE    the log has grown, but what was there before is not what it was
  ROOT       the entries do not make up the tree that was signed
  HASHES     a tile of hashes does not fit the entries
  MISSING    a part that was signed is not there
  TRUNCATED  a part that was signed is not whole
  ENTRY      an entry is not what a log of TrustTags holds
  DUPLICATE  one TrustTag was entered twice
  UNREVOKED  a revocation was taken back: a version of a status list lacks a bit, or lists and entries disagree

Exit code: 0 all is well, 1 the log is wrong, 2 it could not be audited.`
