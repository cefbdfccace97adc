/** `npm run mirror -- --help` */
export const help = `npm run mirror

How many records wait for their copy at the spreadsheet service, and why the oldest one that failed did. The server may run
meanwhile.

Options
  --help

It reads the same settings as the server (AIRTABLE_API_KEY and others).
Exit code: 0 done, 1 refused or nothing set up, 2 asked wrongly.`
