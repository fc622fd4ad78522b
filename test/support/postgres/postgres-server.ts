import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { memoryFolder } from '#scripts/support/memory-folder.ts'

/** A temporary PostgreSQL server on 127.0.0.1; its data is deleted when it stops. */
export interface PostgresServer {
  /** The superuser's address of the database `name`. */
  url(name: string): string
  /** The same by a Unix socket, which takes half the time; by TCP where the path of the socket would be too long. */
  localUrl(name: string): string
  /**
   * Ends every connection and restarts with the same data and port. `fast`: as for an update; `immediate`: as after a
   * crash, with recovery from the log, which is complete only on a durable server.
   */
  restart(how: 'fast' | 'immediate'): Promise<void>
  /** Runs a program of its installation, as the account of the server. Returns what it printed. */
  run(program: string, args: readonly string[]): string
  stop(): Promise<void>
}

/** `durable`: syncs to disk as in production, for measurements. `base`: a copy of the data of another server. */
interface ServerOptions {
  durable?: boolean
  base?: string
  settings?: Record<string, string | number>
}

interface Account {
  uid: number
  gid: number
}

interface Installation {
  bin: string
  env: NodeJS.ProcessEnv
}

/** Bytes of a path to a socket on macOS; Linux has four more. */
const MAX_SOCKET_PATH = 103
const UNPACKED = join(import.meta.dirname, '../../../node_modules/.cache/postgresql')

/**
 * Starts a server from the installed PostgreSQL; installs Debian's where there is none.
 */
export async function startPostgres({
  durable = false,
  base,
  settings: wanted = {},
}: ServerOptions = {}): Promise<PostgresServer> {
  const { bin, env } = installPostgres()
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : null
  const folder = mkdtempSync(join(durable ? tmpdir() : memoryFolder(2 ** 30), 'redemption-postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  if (account) for (const path of [folder, data]) chownSync(path, account.uid, account.gid)
  const options = { env, ...account, cwd: folder }

  const run = (program: string, args: readonly string[]) => {
    const made = spawnSync(program, args, { ...options, encoding: 'utf8' })
    if (made.status !== 0) throw new Error(`${program} failed: ${made.error?.message ?? made.stderr}`)
    return made.stdout
  }
  if (base === undefined) {
    const kind = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
    run(join(bin, 'initdb'), ['-D', data, ...kind])
  } else {
    run('cp', ['-r', `${base}/.`, data])
    run('chmod', ['700', data])
  }

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    shared_buffers: '64MB',
    max_wal_size: '128MB',
    dynamic_shared_memory_type: 'mmap',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
    log_min_messages: 'fatal',
    ...wanted,
  }
  const url = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`
  const hasSocket = join(folder, `.s.PGSQL.${port}`).length <= MAX_SOCKET_PATH
  const localUrl = (name: string) =>
    hasSocket
      ? `postgres:///${name}?host=${encodeURIComponent(folder)}&port=${port}&user=postgres`
      : url(name)
  const start = async () => {
    const server = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const dismiss = keepWatch(server, folder)
    await untilItAnswers(server, url('postgres'))
    return async (signal: 'SIGINT' | 'SIGQUIT') => {
      dismiss()
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill(signal)
      await ended
    }
  }
  let end = await start()
  return {
    url,
    localUrl,
    async restart(how) {
      await end(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      end = await start()
    },
    run: (program, args) => run(join(bin, program), args),
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The PostgreSQL of this machine; it is installed when there is none. */
export function installPostgres(): Installation {
  return findInstallation() ?? install()
}

/** Stops and deletes the server when this process has ended in any way: the pipe closes then. */
function keepWatch(server: ChildProcess, folder: string): () => void {
  const script = 'read -r _; kill -QUIT "$0"; while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; rm -rf "$1"'
  const watch = spawn('sh', ['-c', script, String(server.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watch.unref()
  return () => watch.kill('SIGKILL')
}

function findInstallation(): Installation | null {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  const homebrew = ['/opt/homebrew/opt/postgresql/bin', '/usr/local/opt/postgresql/bin']
  const folders = [...debian, ...(process.env['PATH'] ?? '').split(delimiter), ...homebrew]
  const bin = folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
  return bin ? { bin, env: process.env } : findUnpacked()
}

function findUnpacked(): Installation | null {
  const versions = join(UNPACKED, 'usr/lib/postgresql')
  const version = existsSync(versions) ? readdirSync(versions)[0] : undefined
  if (!version) return null
  const libraries = readdirSync(join(UNPACKED, 'usr/lib'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.includes('-linux-gnu'))
    .map((entry) => join(UNPACKED, 'usr/lib', entry.name))
  return {
    bin: join(versions, version, 'bin'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(delimiter) },
  }
}

/** As root, installs Debian's package; otherwise unpacks it into the project's cache. */
function install(): Installation {
  const run = (command: string, args: string[], cwd?: string) => {
    const { status } = spawnSync(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      cwd,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) throw new Error(`The tests need PostgreSQL, and '${command} ${args.join(' ')}' failed.`)
  }
  if (process.getuid?.() === 0) {
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'])
  } else {
    mkdirSync(UNPACKED, { recursive: true })
    const { stdout } = spawnSync(
      'apt-cache',
      [
        'depends',
        '--recurse',
        '--no-recommends',
        '--no-suggests',
        '--no-conflicts',
        '--no-breaks',
        '--no-replaces',
        '--no-enhances',
        'postgresql',
      ],
      { encoding: 'utf8' },
    )
    const wanted = stdout
      .split('\n')
      .filter((line) => /^(postgresql-\d+|libpq5|libicu\d+|libllvm\d+|libldap.*|libxml2)$/.test(line))
    run('apt-get', ['download', ...new Set(wanted)], UNPACKED)
    for (const file of readdirSync(UNPACKED).filter((name) => name.endsWith('.deb'))) {
      run('dpkg-deb', ['-x', join(UNPACKED, file), UNPACKED])
    }
  }
  const installed = findInstallation()
  if (!installed) throw new Error('The tests need PostgreSQL: install it and try again.')
  return installed
}

/** PostgreSQL refuses to run as root: it gets the account of Debian's package, or `nobody`. */
function unprivilegedAccount(): Account {
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
    if (id('-u') > 0) return { uid: id('-u'), gid: id('-g') }
  }
  throw new Error('The tests need an account to run PostgreSQL under: there is neither postgres nor nobody.')
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

async function untilItAnswers(server: ChildProcess, url: string): Promise<void> {
  const { default: pg } = await import('pg')
  let complaint = ''
  server.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  for (let tries = 0; tries < 300; tries += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${complaint}`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  server.kill('SIGKILL')
  throw new Error(`PostgreSQL did not answer: ${complaint}`)
}
