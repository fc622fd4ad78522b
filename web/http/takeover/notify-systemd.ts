import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Tells systemd that this process is the service and ready (sd_notify). Does nothing where systemd does not wait for
 * that. Returns what failed, in words; null when all is well.
 */
export async function notifySystemd(env: NodeJS.ProcessEnv, pid: number): Promise<string | null> {
  if (!env['NOTIFY_SOCKET']) return null
  try {
    await run('systemd-notify', [`--pid=${pid}`, '--ready', `MAINPID=${pid}`], { env })
    return null
  } catch (error) {
    return `systemd was not told that the shop is ready: ${error instanceof Error ? error.message : error}`
  }
}
