/** `npm run keys -- --help` */
export const help = `npm run keys -- <verb> [--test]

The keys that TrustTags and their log are signed with. The server may run meanwhile: it takes up a change within ten seconds.

  list                     every key, since when it signs, and until when it did
  rotate issuer|log        makes a new key. The one before is kept as a public key only: what it signed stays right
  distrust <key>           for a key that was stolen: nothing that it signed verifies any more
  make                     makes keys where the old ones are lost for good
  new                      prints four new keys as settings of the environment. They are secrets

Options
  --test                   the keys of Test Mode and of samples
  --help

Stolen issuer key: \`rotate issuer\`, then \`distrust <the old key>\`. The TrustTags that it signed are revoked and issued
anew with the new key by the running server, or at its next start: same ID, new files. What a thief signed dies.
After \`rotate log\`, give the new line of /trusttag/log/vkeys to every witness, or it refuses what the new key signs.

It reads the same settings as the server. Keys that the environment names are changed there: put the public key that signed
so far (z6Mk…, see \`list\`) into TRUSTTAG_RETIRED_ISSUER_KEYS or its like, and the new one in its place.
Exit code: 0 done, 1 refused or failed, 2 asked wrongly.`
