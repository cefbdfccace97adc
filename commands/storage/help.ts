/** `npm run storage -- --help` */
export const help = `npm run storage -- <verb> [options]

The place where pictures and work samples of members are kept: DATA_DIR, STORAGE_FOLDER or the bucket of S3_BUCKET.

  check                    writes, reads, lists and removes a file there, and says how long each took
  usage                    prints what the accounts of each app store, in live mode and in Test Mode, and the limit
  copy                     copies all files from one place to another. It changes nothing where they come from

Options of copy
  --from <folder|bucket>   where the files are; DATA_DIR when left out
  --to <folder|bucket>     where they are to be; the place that the settings name when left out.
                           \`bucket\` is the bucket that the settings name
  --quick                  takes what is there in full length as copied, and compares no digests of it
  --help

Every copy is read back and its SHA-256 compared. What was copied before is compared and not sent again, so a copy that was
broken off is finished by the same command. The server may run meanwhile; what it takes in after a file was copied is for a
second run.
It reads the same settings as the server.
Exit code: 0 done, 1 refused or failed, 2 asked wrongly.`
