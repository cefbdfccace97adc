/** `npm run witness -- --help` */
export const help = `npm run witness -- --data <folder> --name <name> --log <key> [--log <key> ...]

Watches public logs of TrustTags: signs what a log shows with the time, and only if nothing was taken back. Run it on a machine
that is not the log's, by somebody who is not the log's owner.

  --data <folder>   its key and its memory; made at the first start. Keep it: a witness that forgets proves nothing
  --name <name>     what it is called in its signatures, such as example.org/witness; needed at the first start only
  --log <key>       a log to watch: a line of <address of the API>/trusttag/log/vkeys that begins with the log's name.
                    Say it for every key of every log, those of Test Mode and those that came with a new key of a log too
  --host <address>  127.0.0.1 when nothing is said: behind a proxy that speaks https
  --port <number>   4010 when nothing is said
  --help

It prints its key and the entry for the setting WITNESSES of the log's API. SIGTERM ends it.
Exit code: 0 ended, 1 cannot start, 2 asked wrongly. docs/witness.md says more.`
