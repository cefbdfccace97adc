import { ownerLists } from '../../api/features/owner/lists'

/** `npm run owner -- --help` */
export const help = `npm run owner -- <verb> [options]

For the owner of an app that issues TrustTags. The server may run meanwhile.

  link                          an address that opens the owner's page, once, within ten minutes
${Object.entries(ownerLists)
  .map(([name, { title }]) => `  ${name.padEnd(30)}list: ${title}`)
  .join('\n')}
  tags revoke <id> "<reason>"   revokes a TrustTag; whoever checks it reads the reason
  purchases note <id> "<text>"  your own words on a purchase, in place of those that stood there
  refund <purchaseId>           refunds the unused TrustTags of a purchase

Options
  --app <id>          app_trusttag when nothing is said
  --mode test|live    Test Mode on a development machine, else live, when nothing is said
  --limit <number>    rows of a list, 50 when nothing is said
  --before <place>    the next page of a list, as the page before names it
  --json              for programs
  --help

It reads the same settings as the server (DATA_DIR and others). Every act is in the audit log.
Exit code: 0 done, 1 refused or failed, 2 asked wrongly.`
