import { SOURCE_MAX_MEGABYTES } from './source'

/** `npm run inspect -- --help` */
export const help = `npm run inspect -- [options] <file, folder or address …>

Checks the data-ms attributes of pages by the rules of the inspector.

A folder stands for all .html and .htm files in it. An address (http or https) is fetched once; for a file nothing
is fetched. What a page names, scripts among it, is never run or read. Pages may have ${SOURCE_MAX_MEGABYTES} MB.

Options
  --app <file>   definition of the app that ids and keys are checked against, as in api/apps; the demo app's when
                 nothing is said
  --json         for programs: an array of { id, severity, file, line, message };
                 severity is error, warning, info or found
  --strict       warnings count for the exit code too
  --quiet        leave out what is found and right
  --help

In a program's output, run it with npm run --silent.
Exit code: 0 no errors, 1 errors, 2 asked wrongly or something could not be read.
What each line means: docs/inspector.md`
