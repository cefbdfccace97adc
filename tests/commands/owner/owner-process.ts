/** `npm run owner` without a build. */
import { ownerCommand } from '../../../commands/owner'

const options = {
  env: process.env,
  banksFolder: process.env['BANKS_FOLDER'] ?? '',
  print: (line: string) => void process.stdout.write(`${line}\n`),
  complain: (line: string) => void process.stderr.write(`${line}\n`),
}

ownerCommand(process.argv.slice(2), options).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(String(error))
    process.exitCode = 70
  },
)
