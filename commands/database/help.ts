/** `npm run database -- --help` */
export const help = `npm run database -- <verb> [options]

The database of an installation, on either engine, and copies of all that it needs.

  status                        engine, schema, size, rows of every table
  backup --to <folder>          a whole copy in a folder of its own; servers go on serving
    [--keep <number>]           deletes all but the newest of the folder
  verify --from <backup>        reads a backup through; changes nothing
  restore --from <backup>       puts a backup into an installation without members, on either engine
    [--replace]                 into one with members, too: they are backed up first, beside the backup
    [--with-witness]            for a move: brings the API's own witness along
  copy --to postgres://…        SQLite to PostgreSQL, compared row by row
  migrate                       brings the schema up to date, as every start does
  rollback --to <number>        takes the schema back, for an older version of the program
    [--lose-data]               though what newer versions added holds something

Options
  --help

restore, rollback: stop every server first. backup, copy, verify, status: while it runs. docs/backup.md says more.
It reads the same settings as the server (DATABASE_URL, DATA_DIR and others).
Exit code: 0 done, 1 refused or failed, 2 asked wrongly.`
