import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The migrations that a database lacks, and those with which the running version would not work. */
export interface Pending {
  names: string[]
  breaking: string[]
}

/** The account that a command runs as. */
export interface Account {
  uid: number
  gid: number
}

/** Root deploys, the shop's account touches the data. Null: the account of this process does. */
export function accountOf(dataDir: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const data = statSync(dataDir, { throwIfNoEntry: false })
  return data === undefined || data.uid === 0 ? null : { uid: data.uid, gid: data.gid }
}

/** Commands of a version, in its folder with its programs. */
export class VersionCommands {
  readonly #folder: string
  readonly #settings: NodeJS.ProcessEnv
  readonly #account: Account | null
  readonly #print: (line: string) => void

  constructor(options: {
    folder: string
    settings: NodeJS.ProcessEnv
    account: Account | null
    print: (line: string) => void
  }) {
    this.#folder = options.folder
    this.#settings = options.settings
    this.#account = options.account
    this.#print = options.print
  }

  /**
   * `install` and `build` run as the account that deploys, because the shop's account may not write there. Package
   * scripts are skipped: the project's own installs git hooks, which are meant for a checkout, and no package needs
   * one. npm 10 has unlinked the project's Node by the end (https://github.com/npm/cli/issues/4362): rebuild links it.
   */
  async install(): Promise<void> {
    await this.#run('npm', ['ci', '--include=dev', '--ignore-scripts', ...QUIETLY], { asShop: false })
    await this.#run('npm', ['rebuild', '--ignore-scripts', ...QUIETLY], { asShop: false })
  }

  async build(): Promise<void> {
    await this.#run('npm', ['run', '--silent', 'build'], { asShop: false })
  }

  async pending(): Promise<Pending> {
    const output = await this.#run('node', [...ENV_FILE, 'scripts/deploy/pending.ts'], {
      asShop: true,
      isQuiet: true,
    })
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Pending
  }

  async rehearse(): Promise<void> {
    await this.#run('node', [...ENV_FILE, 'scripts/deploy/rehearse.ts'], { asShop: true })
  }

  async doctor(): Promise<void> {
    await this.#run('node', [...ENV_FILE, 'scripts/doctor.ts'], { asShop: true })
  }

  /** What it printed. Throws when it fails. */
  #run(command: string, args: string[], { asShop, isQuiet = false }: Run): Promise<string> {
    const paths = (process.env['PATH'] ?? '')
      .split(delimiter)
      .filter((path) => !path.includes('node_modules'))
    const child = spawn(command, args, {
      cwd: this.#folder,
      env: {
        ...withoutNpm(process.env),
        ...(asShop && this.#settings),
        NODE_ENV: '',
        PATH: [join(this.#folder, 'node_modules/.bin'), ...paths].join(delimiter),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(asShop && this.#account),
    })
    let [out, said] = ['', '']
    const record = (text: Buffer) => {
      said += String(text)
      if (!isQuiet) for (const line of String(text).trimEnd().split('\n')) this.#print(`    ${line}`)
    }
    child.stdout.on('data', (text: Buffer) => {
      out += String(text)
      record(text)
    })
    child.stderr.on('data', record)
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => {
        if (code === 0) resolve(out)
        else
          reject(new CommandFailed(`${command} ${args.join(' ')} failed.${isQuiet ? ` ${said.trim()}` : ''}`))
      })
    })
  }
}

interface Run {
  asShop: boolean
  isQuiet?: boolean
}

const ENV_FILE = ['--import', './scripts/env-file.js']
const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error']

/** A command failed; the message says which one. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** The npm variables in the environment describe the version that deploys, so they are left out. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('npm_')))
}
