/** `npm run witness` without a build. */
import { witnessCommand } from '../../../commands/witness-command'

const options = {
  print: (line: string) => void process.stdout.write(`${line}\n`),
  complain: (line: string) => void process.stderr.write(`${line}\n`),
  signals: process,
  env: process.env,
}

witnessCommand(process.argv.slice(2), options).then(
  (code) => (process.exitCode = code ?? process.exitCode),
  (error: unknown) => {
    process.stderr.write(String(error))
    process.exitCode = 70
  },
)
