import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A command. */
export interface Command {
  command: string
  args: string[]
  env?: Record<string, string>
  cwd?: string
}

/**
 * Runs a command and prints its output line by line, so that the output of two commands can be mixed. Returns its code.
 */
export async function runCommand({ command, args, env, cwd }: Command): Promise<number | null> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  })
  const end = () => child.kill()
  process.once('exit', end)
  createInterface({ input: child.stdout }).on('line', (line) => console.log(line))
  createInterface({ input: child.stderr }).on('line', (line) => console.error(line))
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  process.off('exit', end)
  return status
}
